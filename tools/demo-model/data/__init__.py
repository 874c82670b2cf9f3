"""Synthetic dialogues, one file for each kind. `mix.py` joins them into conversations."""
