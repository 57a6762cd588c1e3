import * as v from 'valibot'
import { isGtin, withCheckDigit } from '../../../core/gs1'
import type { LabelUse } from '../../../core/labels/fields'
import { darkRuns, symbolOf } from '../../../core/labels/symbol'
import { type App, type Context, type Services, withCtx } from '../../platform/app'
import { parseInput } from '../../platform/action'
import { invalid } from '../../platform/errors'
import { assertMay } from '../../platform/rights'
import { boolean, integer, type Routes, text } from '../../platform/served'
import { mercadoria } from '../mercadoria'
import { addressInput, assertLabels, labelsOfAddress, ownCompany } from './ask'
import { labelFile, type LabelFile } from './label-file'
import { productLabels } from './products'
import { templateOf } from './templates'

function mountLabels(app: App, services: Services): void {
  const print = async (c: Context, use: LabelUse) => {
    const asked = parseInput(addressInput, c.req.query())
    const labels = labelsOfAddress(asked)
    const [template, loaded] = await withCtx(services, c, 'read', async (ctx) => {
      assertMay(ctx, mercadoria, 'read')
      assertLabels(labels)
      const { tabela_preco_id } = asked
      const of = { tabela_preco_id, empresa_id: ownCompany(ctx, asked.empresa_id) }
      const template = await templateOf(ctx, asked.template, { use, empresa_id: of.empresa_id })
      return [template, await productLabels(ctx, labels, of)] as const
    })
    return fileAnswer(await labelFile(template, loaded, { ...asked, format: asked.formato }), use)
  }
  app.get('/api/estoque/mercadoria_etiqueta_avulsa', (c) => print(c, 'mercadoria'))
  app.get('/reporting/pdf/gondola', (c) => print(c, 'gondola'))
  app.get('/reporting/barcode13', (c) => {
    const svg = barcodeSvg(v.parse(v.string(), c.req.query('code') ?? ''))
    return c.body(svg, 200, { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Content-Security-Policy': POLICY })
  })
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** A PDF is shown; what is for a printer is kept. */
function fileAnswer({ format, type, bytes }: LabelFile, name: string): Response {
  const disposition = format === 'pdf' ? 'inline' : 'attachment'
  return new Response(bytes, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `${disposition}; filename="etiquetas-${name}.${format}"`,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}

/** Modules high, and beside and under the bars. */
const TALL = 60
const LETTERS = 12

/** A GTIN as a drawing of its bars, with its number; the check digit of an EAN-13 may be left out. Throws 422 for what is none. */
function barcodeSvg(code: string): string {
  const gtin = /^\d{12}$/.test(code) && !isGtin(code) ? withCheckDigit(code) : code
  const symbol = isGtin(gtin) ? symbolOf('barras', gtin) : undefined
  if (symbol === undefined) throw invalid({ code: ['Código de barras inválido.'] })
  const { modules, quiet, readable } = symbol
  const width = modules.length + quiet
  const bars = darkRuns(modules)
    .map(([from, wide]) => `M${from + quiet / 2} 0h${wide}v${TALL}h-${wide}z`)
    .join('')
  const under = `<text x="${width / 2}" y="${TALL + LETTERS - 2}" text-anchor="middle" font-family="Arial, Helvetica, sans-serif" font-size="${LETTERS}">${readable}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${TALL + LETTERS}" role="img" aria-label="${readable}"><path fill="#fff" d="M0 0h${width}v${TALL + LETTERS}H0z"/><path d="${bars}"/>${under}</svg>`
}

const query = {
  id_list: text('Números das mercadorias, separados por vírgula, até 1000'),
  qEtiquetas: text('Quantas de cada, na mesma ordem; um só número vale para todas'),
  template: text('Número do modelo, ou padrao-1, padrao-2… para os que vêm com o sistema'),
  posInit: integer('Primeiro lugar livre da folha, a partir de 1'),
  withBarcode: boolean('Com códigos de barras e QR; senão só textos'),
  withBorder: boolean('Com uma linha em volta de cada etiqueta'),
  tabela_preco_id: integer('Tabela do preço; senão a padrão'),
  empresa_id: integer('Empresa, onde a chamada não a diz'),
  formato: text('pdf, zpl, epl, ppla, pplb ou csv; senão o do modelo'),
}
const tag = 'Impressos'

/** Labels of products on paper or for printers, and bars by themselves (spec E2-142, E2-170, E2-171, E3-209). */
export const labelRoutes: Routes = {
  mount: mountLabels,
  tells: [
    {
      path: '/api/estoque/mercadoria_etiqueta_avulsa',
      method: 'get',
      summary: 'Etiquetas de mercadorias',
      tag,
      query,
      answer: 'PDF, ou o arquivo da impressora',
    },
    { path: '/reporting/pdf/gondola', method: 'get', summary: 'Etiquetas de gôndola', tag, query, answer: 'PDF' },
    {
      path: '/reporting/barcode13',
      method: 'get',
      summary: 'As barras de um EAN-13, EAN-8 ou ITF-14',
      tag,
      query: { code: text('O código, de 8, 12, 13 ou 14 dígitos') },
      answer: 'SVG',
    },
  ],
}
