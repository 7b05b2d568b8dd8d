// Nothing: whoever depends on it never loads it.
