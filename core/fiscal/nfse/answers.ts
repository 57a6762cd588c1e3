import * as v from 'valibot'
import { anyXml } from '../shapes'

/** Something that the national system refuses, in its own words. */
export interface NfseError {
  readonly codigo: string
  readonly descricao: string
  readonly complemento: string | null
}

/**
 * What became of a declaration or event that was sent: `stored`, the note as it came (gzip in base64); `refused` with all errors; `uncertain`, nothing may be concluded, and
 * the declaration is asked for by its Id before anything else.
 */
export type NfseAnswer =
  | {
      readonly state: 'stored'
      readonly chNFSe: string | null
      readonly idDps: string | null
      readonly gzip: string | null
    }
  | { readonly state: 'refused'; readonly errors: readonly NfseError[] }
  | { readonly state: 'uncertain' }

const text = v.optional(v.nullable(anyXml))
const one = v.object({
  Codigo: text,
  codigo: text,
  Descricao: text,
  descricao: text,
  mensagem: text,
  Complemento: text,
  complemento: text,
})
const MOST_ERRORS = 500
const shape = v.object({
  chaveAcesso: text,
  idDps: text,
  idDPS: text,
  nfseXmlGZipB64: text,
  eventoXmlGZipB64: text,
  erros: v.optional(v.nullable(v.pipe(v.array(one), v.maxLength(MOST_ERRORS)))),
  erro: v.optional(v.nullable(v.pipe(v.array(one), v.maxLength(MOST_ERRORS)))),
})

const CREATED: ReadonlySet<number> = new Set([200, 201])
/** What the system answers when it looked and refused; any other leaves it open whether there is a note. */
const REFUSED: ReadonlySet<number> = new Set([400, 403, 404, 422])

/** Reads an answer of the national system by its HTTP status and body (JSON). A body that is not of this service concludes nothing. */
export function nfseAnswer(status: number, body: string): NfseAnswer {
  const said = CREATED.has(status) || REFUSED.has(status) ? parsed(body) : null
  if (said === null) return { state: 'uncertain' }
  if (CREATED.has(status)) {
    return {
      state: 'stored',
      chNFSe: said.chaveAcesso ?? null,
      idDps: said.idDps ?? said.idDPS ?? null,
      gzip: said.nfseXmlGZipB64 ?? said.eventoXmlGZipB64 ?? null,
    }
  }
  const errors = (said.erros ?? said.erro ?? []).map((each) => ({
    codigo: each.Codigo ?? each.codigo ?? '',
    descricao: each.Descricao ?? each.descricao ?? each.mensagem ?? '',
    complemento: each.Complemento ?? each.complemento ?? null,
  }))
  return errors.length === 0 ? { state: 'uncertain' } : { state: 'refused', errors }
}

function parsed(body: string): v.InferOutput<typeof shape> | null {
  try {
    return v.parse(shape, JSON.parse(body))
  } catch {
    return null
  }
}
