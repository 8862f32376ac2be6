"""The typefaces as text BDF files, derived from X11 misc-fixed (see NOTICE), with our icons."""
