"""The asv suites. asv imports every file here with any commit of the package, under the name `suites`.

So files import each other by relative imports, import the package inside functions, and other tools are not here.
"""
