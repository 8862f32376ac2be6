"""Readers of JSON and TOML from outside, which rules, config and commands share."""
