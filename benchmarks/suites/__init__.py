"""The asv suites. asv imports every file here beside any commit of the package, and under the name `suites`.

So imports among them are relative, those of the package stand in functions, and no other tool of ours lives here.
"""
