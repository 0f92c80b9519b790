"""Games as trees."""
