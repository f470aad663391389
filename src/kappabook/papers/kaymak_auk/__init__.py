"""Kaymak, Ben-David and Potharst, AUK: a simple alternative to the AUC."""
