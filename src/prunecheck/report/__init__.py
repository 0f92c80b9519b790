"""Reports: verdict records in, text for people, records for machines, tests to paste out."""
