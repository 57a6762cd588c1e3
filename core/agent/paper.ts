/** Bytes of one paper, wherever it is asked for: in base64 they pass through every call and every socket. */
export const PAPER_LIMIT = 2 ** 20
/** Letters of as many bytes in base64. */
export const PAPER_BASE64_LIMIT = Math.ceil(PAPER_LIMIT / 3) * 4
/** What is said of a larger one. */
export const PAPER_TOO_LARGE = `A etiqueta é grande demais: no máximo ${PAPER_LIMIT / 2 ** 20} MB.`
