"""What theory says of uniform trees: how many leaves and nodes searches read, without any search or tree."""
