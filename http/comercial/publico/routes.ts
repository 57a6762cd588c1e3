import * as v from 'valibot'
import { formatDate } from '../../../core/br/date-text'
import { CUSTOMER_NAME, CUSTOMER_TEXT } from '../../../core/fields/comercial/orcamento'
import { orcamentoLife } from '../../../core/lifecycle/orcamento'
import { stateOf } from '../../../core/lifecycle/standing'
import { changesBetween } from '../../../core/quotes/revision'
import { boletosPdf } from '../../financeiro/boleto-paper/draw-apart'
import { papersOf } from '../../financeiro/boleto/paper-of'
import { parseInput } from '../../platform/action'
import { shownTime } from '../../platform/shown-time'
import type { App, Context, Services } from '../../platform/app'
import { formBody } from '../../platform/body'
import type { Ctx } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { announce, find, patchRows } from '../../platform/engine/write'
import { ApiError } from '../../platform/errors'
import { readId } from '../../platform/parse'
import { text, type Routes } from '../../platform/served'
import { advance } from '../../platform/step'
import { renderPdf } from '../../relatorios/pdf'
import { lastDay, quoteLinks } from '../orcamento/link'
import { orcamento, orcamentoRevisao } from '../orcamento/orcamento'
import { contentOf, offerOf, printedQuote, revisionNow, revisionsOf } from '../orcamento/shown'
import type { OrcamentoRecord } from '../shared-actions'
import { pdfResponse, publicPage, saysOnly } from './frame'
import { linkedPages } from './linked'
import { type Note, quoteHtml, type QuotePage, type Typed } from './page'
import { type Payment, paymentsOf } from './payments'
import { tellSeller } from './tell-seller'

const NOTHING_TYPED: Typed = { values: {}, faults: {} }

/** The pages of quotes: one that was cancelled, lost or is past its day says so. */
const opened = linkedPages(quoteLinks, {
  find: async (ctx, { id, n }) => {
    const record = await find(ctx, orcamento, id, { lock: true })
    return record?.dhLink === null || record?.nLink !== n ? undefined : record
  },
  refuses: (ctx, record) => {
    const { id } = record
    const { name } = stateOf(orcamentoLife, record)
    if (name === 'cancelado' || name === 'perdido')
      return saysOnly(`Orçamento nº ${id}`, 'Este orçamento não está mais disponível.', 410)
    const last = lastDay(ctx, record)
    return name === 'aberto' && last < ctx.clock.today()
      ? saysOnly(
          `Orçamento nº ${id}`,
          `Este orçamento valia até ${formatDate(last)}. Peça um novo a quem o enviou.`,
          410,
        )
      : undefined
  },
})
/** The page of a quote as it is now. `read` is the version that the customer answered to, where it is not this one. */
async function shownNow(ctx: Ctx, record: OrcamentoRecord, typed: Typed, read?: number): Promise<QuotePage> {
  const quote = await printedQuote(ctx, record.id)
  const offer = offerOf(quote)
  const revisions = await revisionNow(ctx, record, offer)
  const now = revisions.at(-1)
  const before = revisions.findLast((one) => one !== now && one.dhVista !== null)
  const revision = now?.n ?? 1
  const isOpen = stateOf(orcamentoLife, record).name === 'aberto'
  const accepted = record.dhAceite !== null && record.revisaoAceita === revision
  const than = revisions.find(({ n }) => n === (read ?? (record.dhAceite === null ? undefined : record.revisaoAceita)))
  const old = than ?? before
  const list = old === undefined || old === now ? [] : changesBetween(contentOf(old), offer)
  const notes: readonly (Note | false)[] = [
    !isOpen && { look: 'good', text: 'Este orçamento já virou pedido.' },
    accepted && {
      look: 'good',
      text: `Aceito em ${shownTime(ctx, record.dhAceite ?? '')} por ${record.xAceite ?? ''}.`,
    },
    record.dhPedidoAlteracao !== null && {
      look: 'good',
      text: `Seu pedido de alteração foi enviado em ${shownTime(ctx, record.dhPedidoAlteracao)}: ${record.xPedidoAlteracao ?? ''}`,
    },
    isOpen &&
      !accepted &&
      list.length > 0 && { look: 'warn', text: changedText(ctx, record, old?.dhVista ?? '', read), list },
  ]
  const customer = record.cliente_xNome ?? ''
  const page = {
    quote,
    offer,
    revision,
    customer,
    notes: notes.filter((one) => one !== false),
    accepts: isOpen && !accepted,
    asks: isOpen,
    typed,
    payments: await paymentsNow(ctx, record),
  }
  return page
}

/** What is to be paid of what was bought: nothing while the quote is open. */
const paymentsNow = (ctx: Ctx, record: OrcamentoRecord): Promise<readonly Payment[]> =>
  paymentsOf(ctx, stateOf(orcamentoLife, record).name === 'aberto' ? null : record.venda_id)

function changedText(ctx: Ctx, { dhAceite }: OrcamentoRecord, seen: string, read: number | undefined): string {
  if (read !== undefined) return 'O orçamento mudou desde que você o viu: confira o que mudou e responda de novo.'
  return dhAceite === null
    ? `O orçamento mudou desde que você o viu em ${shownTime(ctx, seen)}:`
    : `O orçamento mudou desde que você o aceitou em ${shownTime(ctx, dhAceite)}: confira o que mudou e aceite de novo.`
}

/**
 * A person has seen a version, whose first time stands in the quote's history; open screens are told. Reading the page is no proof of that: what looks at links in mails
 * reads it, too. A browser that draws the page fetches its picture, and only a person answers.
 */
async function noteSeen(ctx: Ctx, record: OrcamentoRecord, n: number): Promise<void> {
  const dhVisto = ctx.clock.now()
  const revision = (await revisionsOf(ctx, record.id)).find((one) => one.n === n)
  if (!revision) return
  const [seen] = await patchRows(ctx, orcamento, [{ id: record.id, dhVisto }])
  if (revision.dhVista !== null || !seen) return
  await patchRows(ctx, orcamentoRevisao, [{ id: revision.id, dhVista: dhVisto }])
  await audit(ctx, [{ resource: orcamento, record: seen, before: record, acao: 'viu' }])
  await announce(ctx, orcamento, record.id)
}

/** Nothing to see: a transparent picture of one dot. */
const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

async function seenDot(ctx: Ctx, c: Context, record: OrcamentoRecord): Promise<Response> {
  await noteSeen(ctx, record, readId(c.req.query('revisao')) ?? 0)
  return new Response(DOT, { headers: { 'Content-Type': 'image/gif', 'Cache-Control': 'private, no-store' } })
}

const drawn = (c: Context, page: QuotePage, status = 200): Response =>
  publicPage(
    `${page.quote.title} · ${page.quote.company.name}`,
    quoteHtml(page, {
      pdf: `${c.req.path}/pdf`,
      slips: `${c.req.path}/boleto`,
      seen: `${c.req.path}/visto?revisao=${page.revision}`,
    }),
    status,
  )

const said = (max: number, missing: string) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((one) => one.replaceAll('\r\n', '\n').trim()),
    v.minLength(1, missing),
    v.maxLength(max, `Use no máximo ${max} caracteres.`),
  )
const revisao = v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))
const accepting = v.object({ revisao, xNome: said(CUSTOMER_NAME, 'Informe o seu nome.') })
const asking = v.object({ revisao, texto: said(CUSTOMER_TEXT, 'Diga o que deve mudar.') })

/** Accepts, or asks for a change, of the version that was read; a quote that has changed since is shown again. Doing it twice is doing it once. */
async function respond(ctx: Ctx, c: Context, record: OrcamentoRecord, values: Typed['values']): Promise<Response> {
  const back = () => new Response(null, { status: 303, headers: { Location: c.req.path } })
  try {
    const accepts = values.acao !== 'altera'
    const given = accepts ? parseInput(accepting, values) : parseInput(asking, values)
    const shown = await shownNow(ctx, record, { values, faults: {} }, given.revisao)
    if (!shown.asks) return back()
    if (given.revisao !== shown.revision) return drawn(c, shown, 409)
    await noteSeen(ctx, record, given.revisao)
    if ('xNome' in given) await accept(ctx, record, given)
    else await ask(ctx, record, given.texto)
    return back()
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors === undefined) throw error
    return drawn(c, await shownNow(ctx, record, { values, faults: error.errors }), 422)
  }
}

async function accept(
  ctx: Ctx,
  record: OrcamentoRecord,
  { revisao: revisaoAceita, xNome: xAceite }: v.InferOutput<typeof accepting>,
): Promise<void> {
  if (record.dhAceite !== null && record.revisaoAceita === revisaoAceita) return
  await advance(ctx, orcamento, record, 'aceita', { revisaoAceita, xAceite, xPedidoAlteracao: null })
  await tellSeller(
    ctx,
    { ...record, xPedidoAlteracao: null },
    { short: 'o cliente aceitou', whole: `aceito por ${xAceite}` },
  )
}

async function ask(ctx: Ctx, record: OrcamentoRecord, xPedidoAlteracao: string): Promise<void> {
  if (record.dhPedidoAlteracao !== null && record.xPedidoAlteracao === xPedidoAlteracao) return
  const set = { xPedidoAlteracao, xAceite: null, revisaoAceita: null }
  await advance(ctx, orcamento, record, 'pedeAlteracao', set)
  const what = 'o cliente pede uma alteração'
  await tellSeller(ctx, { ...record, ...set }, { short: what, whole: what })
}

const quotePdf = async (ctx: Ctx, { id }: OrcamentoRecord): Promise<Response> =>
  pdfResponse(await renderPdf([await printedQuote(ctx, id)]), `orcamento-${id}`)

/** A boleto that the page shows, and no other. */
async function slipPdf(ctx: Ctx, c: Context, record: OrcamentoRecord): Promise<Response | undefined> {
  const id = readId(c.req.param('boleto'))
  if (id === undefined) return undefined
  const shown = await paymentsNow(ctx, record)
  if (!shown.some(({ boleto }) => boleto?.id === id)) return undefined
  return pdfResponse(await boletosPdf(await papersOf(ctx, [id]), { forma: 'folha' }), `boleto-${id}`)
}

function mountPublicQuotes(app: App, services: Services): void {
  app.get(`${quoteLinks.path}/:token`, (c) =>
    opened(services, c, async (ctx, record) => drawn(c, await shownNow(ctx, record, NOTHING_TYPED))),
  )
  app.get(`${quoteLinks.path}/:token/visto`, (c) => opened(services, c, (ctx, record) => seenDot(ctx, c, record)))
  app.get(`${quoteLinks.path}/:token/pdf`, (c) => opened(services, c, quotePdf))
  app.get(`${quoteLinks.path}/:token/boleto/:boleto`, (c) =>
    opened(services, c, (ctx, record) => slipPdf(ctx, c, record)),
  )
  app.post(`${quoteLinks.path}/:token`, (c) =>
    opened(services, c, async (ctx, record) => respond(ctx, c, record, await formBody(c))),
  )
}

const TAG = 'Páginas de clientes'
const PAGE = 'Página HTML'

/** What customers open by a link, without signing in. */
export const publicRoutes: readonly Routes[] = [
  {
    open: true,
    mount: mountPublicQuotes,
    tells: [
      {
        path: `${quoteLinks.path}/{token}`,
        method: 'get',
        summary: 'O orçamento, para o seu cliente',
        tag: TAG,
        answer: PAGE,
      },
      {
        path: `${quoteLinks.path}/{token}/visto`,
        method: 'get',
        summary: 'A figura que a página busca quando alguém a vê (revisao)',
        tag: TAG,
        query: { revisao: text() },
        answer: 'GIF',
      },
      { path: `${quoteLinks.path}/{token}/pdf`, method: 'get', summary: 'O mesmo em PDF', tag: TAG, answer: 'PDF' },
      {
        path: `${quoteLinks.path}/{token}/boleto/{boleto}`,
        method: 'get',
        summary: 'O boleto de uma parcela do que foi comprado, em PDF',
        tag: TAG,
        answer: 'PDF',
      },
      {
        path: `${quoteLinks.path}/{token}`,
        method: 'post',
        summary:
          'O cliente aceita (acao=aceita, xNome) ou pede alteração (acao=altera, texto) da versão que leu (revisao)',
        tag: TAG,
        body: { type: 'object', properties: { acao: text(), revisao: text(), xNome: text(), texto: text() } },
        answer: PAGE,
      },
    ],
  },
]
