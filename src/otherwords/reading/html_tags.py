"""Which tags of HTML begin a line of their own, and which hold nothing that a reader sees."""

import re

INVISIBLE = re.compile("head|script|style|template|noscript|iframe|noframes|noembed|canvas|audio|video|datalist")
BLOCK = re.compile(
    "address|article|aside|blockquote|body|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure"
    "|footer|form|h[1-6]|header|hgroup|hr|legend|li|main|menu|nav|ol|optgroup|option|p|pre|search|section|select"
    "|summary|table|tbody|td|textarea|tfoot|th|thead|tr|ul"
)
SOFT_HYPHEN = "\xad"  # shown only where a browser breaks a line
