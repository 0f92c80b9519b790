"""The asv suites. asv imports every file here with any commit of the package, under the name `suites`.

So imports between them are relative, those of the package are inside functions, and no other tool lives here.
"""
