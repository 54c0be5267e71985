"""What each box adds to the rules besides its data: effects, phases and set-up."""
