"""The asv suites. asv imports every file here with any commit of the package, under the name `suites`.

Therefore, files in this folder import each other by relative imports, and import the package inside functions. Other
tools are not in this folder.
"""
