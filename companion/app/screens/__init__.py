"""One module a screen: what it shows (`view`) and what a press does there (`on_press`)."""
