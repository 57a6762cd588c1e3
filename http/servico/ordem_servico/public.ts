import * as v from 'valibot'
import { SIGNER_NAME } from '../../../core/fields/servico/ordem-servico'
import { ordemServicoLife } from '../../../core/lifecycle/ordem-servico'
import { stateOf } from '../../../core/lifecycle/standing'
import { pdfResponse, publicPage, saysOnly } from '../../comercial/publico/frame'
import { linkedPages } from '../../comercial/publico/linked'
import { contactHtml, faultHtml, headHtml, noteHtml, offerHtml, told, type Typed } from '../../comercial/publico/page'
import { parseInput } from '../../platform/action'
import { shownTime } from '../../platform/shown-time'
import type { App, Context, Services } from '../../platform/app'
import { formBody } from '../../platform/body'
import type { Ctx } from '../../platform/context'
import { find } from '../../platform/engine/write'
import { ApiError, notFound } from '../../platform/errors'
import { escapeHtml as safe } from '../../platform/html'
import type { RecordOf } from '../../platform/resource'
import { type Routes, text } from '../../platform/served'
import { advance } from '../../platform/step'
import { loadDocuments, type PrintedDocument } from '../../relatorios/document'
import { renderPdf } from '../../relatorios/pdf'
import { serviceLinks } from './link'
import { ordemServico } from './ordem-servico'
import { serviceOnPaper } from './print'

/** What a customer reads of a service order by its link, and signs. */

type OrdemServico = RecordOf<typeof ordemServico>

const NOTHING_TYPED: Typed = { values: {}, faults: {} }

/** The pages of orders: one that was cancelled says so. */
const opened = linkedPages<OrdemServico>(serviceLinks, {
  find: async (ctx, { id, n }) => {
    const record = await find(ctx, ordemServico, id, { lock: true })
    return record?.dhLink === null || record?.nLink !== n ? undefined : record
  },
  refuses: (_, record) =>
    stateOf(ordemServicoLife, record).name === 'cancelada'
      ? saysOnly(`Ordem de serviço nº ${record.id}`, 'Esta ordem de serviço foi cancelada.', 410)
      : undefined,
})

async function printed(ctx: Ctx, id: number) {
  const [one] = await loadDocuments(ctx, serviceOnPaper, [id])
  if (!one) throw notFound()
  return one
}

/** Of whom the order is stands in its PDF alone: a link may be passed on. */
const OWN = new Set(['Cliente', '', 'Assinada por'])
/** What is written in sentences. */
const LONG = new Set(['Defeito ou pedido', 'Laudo'])

/** What the order is on and about, before its lines. */
function aboutHtml({ facts, notes }: PrintedDocument): string {
  const shown = facts.filter(([label]) => !OWN.has(label))
  const short = shown.filter(([label]) => !LONG.has(label))
  const long = [
    ...shown.filter(([label]) => LONG.has(label)),
    ...(notes === '' ? [] : [['Observações', notes] as const]),
  ]
  const rows = short.map(([label, value]) => `<dt>${safe(label)}</dt><dd>${safe(value)}</dd>`)
  const texts = long.map(
    ([label, value]) => `<section><h2>${safe(label)}</h2><p class="notes">${safe(value)}</p></section>`,
  )
  return `<section><h2>Serviço</h2><dl>${rows.join('')}</dl></section>${texts.join('')}`
}

/** What was read goes with the signature: what has changed since is not signed. */
function signForm({ versao }: OrdemServico, typed: Typed): string {
  const { value, about } = told(typed, 'xNome')
  return `<section><h2>Assinar</h2><form method="post"><input type="hidden" name="versao" value="${versao}"><label for="nome">Seu nome</label><input id="nome" name="xNome" maxlength="${SIGNER_NAME}" autocomplete="name" required value="${value}"${about}>${faultHtml(typed, 'xNome')}<button>Li e assino esta ordem de serviço</button></form></section>`
}

async function drawn(
  ctx: Ctx,
  c: Context,
  record: OrdemServico,
  { typed = NOTHING_TYPED, status = 200 }: { readonly typed?: Typed; readonly status?: number } = {},
): Promise<Response> {
  const paper = await printed(ctx, record.id)
  const { dhAssinatura, xAssinante } = record
  const notes = [
    ...(status === 409
      ? [noteHtml({ look: 'warn', text: 'A ordem de serviço mudou desde que você a leu: confira e assine de novo.' })]
      : []),
    ...(dhAssinatura === null
      ? []
      : [noteHtml({ look: 'good', text: `Assinada em ${shownTime(ctx, dhAssinatura)} por ${xAssinante ?? ''}.` })]),
  ]
  const body = [
    headHtml(paper.company.name, paper.title, record.cliente_xNome ?? ''),
    ...notes,
    aboutHtml(paper),
    offerHtml({ ...paper, facts: [], notes: '' }),
    ...(dhAssinatura === null ? [signForm(record, typed)] : []),
    `<section><a class="file" href="${c.req.path}/pdf">Baixar em PDF</a></section>`,
    contactHtml(paper.company.lines),
  ]
  return publicPage(`${paper.title} · ${paper.company.name}`, body.join(''), status)
}

const signing = v.object({
  versao: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)),
  xNome: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.minLength(1, 'Informe o seu nome.'),
    v.maxLength(SIGNER_NAME, `Use no máximo ${SIGNER_NAME} caracteres.`),
  ),
})

/** Signs what was read; an order that has changed since is shown again. Doing it twice is doing it once. */
async function sign(ctx: Ctx, c: Context, record: OrdemServico, values: Typed['values']): Promise<Response> {
  const back = () => new Response(null, { status: 303, headers: { Location: c.req.path } })
  try {
    const { versao, xNome } = parseInput(signing, values)
    if (record.dhAssinatura !== null) return back()
    if (versao !== record.versao) return await drawn(ctx, c, record, { typed: { values, faults: {} }, status: 409 })
    await advance(ctx, ordemServico, record, 'assina', { xAssinante: xNome })
    return back()
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors === undefined) throw error
    return drawn(ctx, c, record, { typed: { values, faults: error.errors }, status: 422 })
  }
}

const pdf = async (ctx: Ctx, { id }: OrdemServico): Promise<Response> =>
  pdfResponse(await renderPdf([await printed(ctx, id)]), `ordem-servico-${id}`)

function mountPublicOrders(app: App, services: Services): void {
  app.get(`${serviceLinks.path}/:token`, (c) => opened(services, c, (ctx, record) => drawn(ctx, c, record)))
  app.get(`${serviceLinks.path}/:token/pdf`, (c) => opened(services, c, pdf))
  app.post(`${serviceLinks.path}/:token`, (c) =>
    opened(services, c, async (ctx, record) => sign(ctx, c, record, await formBody(c))),
  )
}

const TAG = 'Páginas de clientes'
const PAGE = 'Página HTML'

/** What customers open by a link, without signing in. */
export const publicOrders: Routes = {
  open: true,
  mount: mountPublicOrders,
  tells: [
    {
      path: `${serviceLinks.path}/{token}`,
      method: 'get',
      summary: 'A ordem de serviço, para o seu cliente',
      tag: TAG,
      answer: PAGE,
    },
    { path: `${serviceLinks.path}/{token}/pdf`, method: 'get', summary: 'A mesma em PDF', tag: TAG, answer: 'PDF' },
    {
      path: `${serviceLinks.path}/{token}`,
      method: 'post',
      summary: 'O cliente assina (xNome) a versão que leu (versao)',
      tag: TAG,
      body: { type: 'object', properties: { versao: text(), xNome: text() } },
      answer: PAGE,
    },
  ],
}
