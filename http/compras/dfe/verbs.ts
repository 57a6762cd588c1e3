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
import { cursorOf, isEarly, SHUT_OUT } from './cursor'
import { dfeCursor } from './dfe'
import { readsDfe } from './sweep'

const tooSoon = (what: string, after: string) =>
  badRequest(`A SEFAZ só aceita ${what} depois de ${formatDateTime(after)}.`, 'too_soon')

/** A question by key is counted: the authority takes so many an hour, and none while it has shut a company out. */
async function countKey(ctx: Ctx): Promise<void> {
  const cursor = await cursorOf(ctx, ctx.actor.empresa_id)
  const now = ctx.clock.now()
  if (cursor.cStat === SHUT_OUT && isEarly(ctx, cursor)) throw tooSoon('nova consulta', cursor.dhProxima ?? now)
  const since = cursor.dhChave === null ? 0 : Date.parse(cursor.dhChave)
  const over = Date.parse(now) - since >= HOUR_MS
  if (!over && cursor.qChave >= KEYS_AN_HOUR)
    throw tooSoon(
      `${KEYS_AN_HOUR} consultas por chave a cada hora; a próxima,`,
      new Date(since + HOUR_MS).toISOString(),
    )
  const counted = over ? { dhChave: now, qChave: 1 } : { qChave: cursor.qChave + 1 }
  await update(ctx, dfeCursor, cursor, counted, 'foi consultada por chave')
}

/** Asks for documents in the background, now. Throws 503 without a certificate, 400 while the authority may not be asked. */
async function ask(ctx: Ctx, chave?: string): Promise<void> {
  const { empresa_id } = ctx.actor
  await keyPairOf(ctx, empresa_id)
  if (chave === undefined) {
    const cursor = await cursorOf(ctx, empresa_id)
    if (isEarly(ctx, cursor)) throw tooSoon('nova consulta', cursor.dhProxima ?? '')
  } else await countKey(ctx)
  const payload = { empresa_id, ...(chave === undefined ? {} : { chave }) }
  await queueJob(ctx.db, readsDfe.name, payload, { key: `dfe:${empresa_id}:${chave ?? 'nsu'}`, attempts: 1 })
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
    await ask(ctx)
    return { message: 'Buscando as notas na SEFAZ.' }
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
    await ask(ctx, chave.replaceAll(/\s/g, ''))
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
    await ask(ctx, record.chave)
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
    await ask(ctx, record.chave)
    return { message: 'Buscando a nota na SEFAZ.' }
  },
})
