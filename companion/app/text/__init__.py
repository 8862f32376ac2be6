"""All texts of the screens, in the language of the players."""
