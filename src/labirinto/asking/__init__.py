"""A record for each field of the command line, of forms and of addresses.

The command line makes options of the records (``cli/help.py``); the page reads its forms and its
addresses by them, and writes them (``web/fields.py``).
"""
