"""What a search may promise: contracts on its value and on its visits, and their order. No variant is known here."""
