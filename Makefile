.PHONY: verify test lint clean

verify: ## Set up, check every claim, print the table of verdicts
	python3 bootstrap.py verify

test: ## Set up and run the tests
	python3 bootstrap.py test

lint: ## Formatter, linter and type checker
	python3 bootstrap.py lint

clean: ## Remove the environment and what was built
	rm -rf .venv build dist *.egg-info
