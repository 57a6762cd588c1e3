import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatDateTime } from '../../../core/br/date-text'
import { readAccessKey } from '../../../core/fiscal/access-key'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { nothing, shortText } from '../../platform/inputs'
import { queueJob } from '../../platform/jobs/queue'
import { nfeCompra } from '../nfe_compra/nfe-compra'
import { readsDfe } from './sweep'

/** Asks for documents in the background, now. Throws 503 without a certificate, 400 while the authority may not be asked. */
async function ask(ctx: Ctx, chave?: string): Promise<void> {
  const { empresa_id } = ctx.actor
  await keyPairOf(ctx, empresa_id)
  const [row] = await rowsOf(
    ctx,
    sql`select max("dhProxima")::text as ate from dfe_cursor where empresa_id = ${empresa_id} and "dhProxima" > ${ctx.clock.now()}::timestamptz`,
  )
  if (row?.ate)
    throw badRequest(`A SEFAZ só aceita nova consulta depois de ${formatDateTime(String(row.ate))}.`, 'too_soon')
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
