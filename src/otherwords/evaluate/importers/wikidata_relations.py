"""What Wikidata calls the relations that SimpleQuestions asks about (CC0): the data set has their numbers only."""

_LISTED = """
P17 country
P19 place of birth
P20 place of death
P21 sex or gender
P27 country of citizenship
P31 instance of
P40 child
P50 author
P53 family
P57 director
P58 screenwriter
P59 constellation
P61 discoverer or inventor
P65 site of astronomical discovery
P81 connecting line
P84 architect
P86 composer
P105 taxon rank
P106 occupation
P112 founded by
P113 airline hub
P115 home venue
P119 place of burial
P123 publisher
P131 located in the administrative territorial entity
P136 genre
P138 named after
P140 religion
P144 based on
P149 architectural style
P150 contains administrative territorial entity
P155 follows
P156 followed by
P161 cast member
P162 producer
P170 creator
P171 parent taxon
P172 ethnic group
P175 performer
P176 manufacturer
P177 crosses
P178 developer
P179 part of the series
P189 location of discovery
P196 minor planet group
P264 record label
P272 production company
P276 location
P279 subclass of
P287 designed by
P289 vessel class
P344 director of photography
P361 part of
P364 original language of film or TV show
P376 located on astronomical body
P397 parent astronomical body
P398 child astronomical body
P403 mouth of the watercourse
P404 game mode
P407 language of work or name
P413 position played on team
P421 located in time zone
P495 country of origin
P509 cause of death
P607 conflict
P641 sport
P676 lyrics by
P710 participant
P737 influenced by
P738 influence of
P800 notable work
P826 tonality
P1029 crew member
P1040 film editor
P1142 political ideology
P1303 instrument
P1308 officeholder
P1408 licensed to broadcast to
P1431 executive producer
"""
NAMES: dict[str, str] = {
    number: name for number, _, name in (line.partition(" ") for line in _LISTED.strip().splitlines())
}
