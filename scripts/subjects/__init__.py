"""What scripts/pictures takes pictures of, by kind; each kind has contact sheets of its own."""

from subjects import pages, people, tables
from subjects.subject import Subject

KINDS: dict[str, list[Subject]] = {"tables": tables.SUBJECTS, "pages": pages.SUBJECTS, "people": people.SUBJECTS}
