import * as v from 'valibot'
import { formatDateTime } from '../../../core/br/date-text'
import { readAccessKey } from '../../../core/fiscal/access-key'
import { CONSULTATION_HOUR_MS as HOUR_MS, KEYS_AN_HOUR } from '../../../core/fiscal/received'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import type { Ctx } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { nothing, shortText } from '../../platform/inputs'
import { update } from '../../platform/engine/write'
import { queueJob } from '../../platform/jobs/queue'
import { nfeCompra } from '../nfe_compra/nfe-compra'
import { mdfeRecebido } from '../mdfe_recebido/mdfe-recebido'
import { counted, type Cursor, cursorOf, environmentOf, isEarly, SHUT_OUT } from './cursor'
import { dfeCursor } from './dfe'
import type { Numbered } from './distribution'
import { readsDfe } from './sweep'

const tooSoon = (what: string, after: string) =>
  badRequest(`A SEFAZ só aceita ${what} depois de ${formatDateTime(after)}.`, 'too_soon')

/** A question by key is counted: the authority takes so many an hour, and none while it has shut a company out. */
async function countKey(ctx: Ctx, cursor: Cursor): Promise<void> {
  const now = ctx.clock.now()
  if (SHUT_OUT.has(cursor.cStat) && isEarly(ctx, cursor)) throw tooSoon('nova consulta', cursor.dhProxima ?? now)
  const counts = counted(ctx, cursor)
  if (!counts)
    throw tooSoon(
      `${KEYS_AN_HOUR} consultas por chave a cada hora; a próxima,`,
      new Date(Date.parse(cursor.dhChave ?? now) + HOUR_MS).toISOString(),
    )
  await update(ctx, dfeCursor, cursor, counts, 'foi consultada por chave')
}

/** Asks for documents of a model in the background, now. Throws 503 without a certificate, 400 while the authority may not be asked. */
async function ask(ctx: Ctx, mod: Numbered['mod'], chave?: string): Promise<void> {
  const { empresa_id } = ctx.actor
  await keyPairOf(ctx, empresa_id)
  const cursor = await cursorOf(ctx, empresa_id, { mod, tpAmb: await environmentOf(ctx, empresa_id) })
  if (chave !== undefined) await countKey(ctx, cursor)
  else if (isEarly(ctx, cursor)) throw tooSoon('nova consulta', cursor.dhProxima ?? '')
  const payload = { empresa_id, mod, ...(chave === undefined ? {} : { chave }) }
  await queueJob(ctx.db, readsDfe.name, payload, { key: `dfe:${empresa_id}:${mod}:${chave ?? 'nsu'}`, attempts: 1 })
}

/** Fetches the notes that were issued to the company (E2-047). */
export const updateDFe = action(nfeCompra, 'updateDFe', {
  on: 'collection',
  right: 'edit',
  summary:
    'Busca na SEFAZ as notas emitidas para a empresa. Depois que não há mais nenhuma, uma hora até a próxima busca.',
  input: nothing,
  answer: said,
  run: async ({ ctx }) => {
    await ask(ctx, 55)
    return { message: 'Buscando as notas na SEFAZ.' }
  },
})

/** Fetches the manifests of others in which the company takes part, and what became of them. */
export const updateMDFe = action(mdfeRecebido, 'updateDFe', {
  on: 'collection',
  right: 'edit',
  summary:
    'Busca na SEFAZ os MDF-e de outros emitentes que nomeiam a empresa, e os eventos deles. Depois que não há mais nenhum, uma hora até a próxima busca.',
  input: nothing,
  answer: said,
  run: async ({ ctx }) => {
    await ask(ctx, 58)
    return { message: 'Buscando os MDF-e na SEFAZ.' }
  },
})

/** Fetches one note by its key (E2-044). */
export const importarNFeChave = action(nfeCompra, 'importarNFeChave', {
  on: 'collection',
  right: 'edit',
  summary: 'Busca na SEFAZ uma nota pela chave de 44 caracteres.',
  input: v.object({ id: v.optional(v.unknown()), chave: shortText(60) }),
  answer: said,
  run: async ({ ctx, input: { chave } }) => {
    const { valid, parts } = readAccessKey(chave)
    if (!valid || parts?.mod !== '55') throw invalid({ chave: ['Chave de acesso inválida.'] })
    await ask(ctx, 55, chave.replaceAll(/\s/g, ''))
    return { message: 'Buscando a nota na SEFAZ.' }
  },
})

/** Fetches the note of a summary (E2-048). */
export const forcaDownload = action(nfeCompra, 'forcaDownload', {
  on: 'record',
  right: 'edit',
  summary: 'Busca na SEFAZ o XML de uma nota de que só há o resumo.',
  input: nothing,
  answer: said,
  run: async ({ ctx, record }) => {
    if (!record.resumo) throw badRequest('O XML desta nota já está aqui.', 'complete')
    await ask(ctx, 55, record.chave)
    return { message: 'Buscando a nota na SEFAZ.' }
  },
})

const NO_CAPTCHA = 'O captcha não é mais necessário: o XML é buscado com o certificado da empresa.'

/** The way by captcha has ended at the national portal (E2-049). */
export const getDownloadXmlCaptcha = action(nfeCompra, 'getDownloadXmlCaptcha', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O portal não entrega mais XML por captcha: responde que a busca é feita com o certificado da empresa.',
  input: nothing,
  answer: v.object({ img: v.null(), message: v.string() }),
  run: () => Promise.resolve({ img: null, message: NO_CAPTCHA }),
})

/** As `forcaDownload`: what was typed of a captcha is not needed (E2-050). */
export const substitui = action(nfeCompra, 'substitui', {
  on: 'record',
  right: 'edit',
  summary: 'Busca o XML da nota com o certificado da empresa; o captcha não é mais usado.',
  input: v.object({ txtCaptcha: v.optional(v.nullable(v.string())) }),
  answer: said,
  run: async ({ ctx, record }) => {
    await ask(ctx, 55, record.chave)
    return { message: 'Buscando a nota na SEFAZ.' }
  },
})
