import { MODELS } from '../../../core/fields/nfe/nfe'
import { monthOf } from '../../../core/fiscal/keeping/period'
import { SYSTEM } from '../../db/pool'
import { publicPage, saysOnly } from '../../comercial/publico/frame'
import { parseInput } from '../../platform/action'
import { type App, clockOf, type Context, outside, type Services } from '../../platform/app'
import { find, load } from '../../platform/engine/write'
import { toApiError } from '../../platform/error-answer'
import { escapeHtml as safe } from '../../platform/html'
import { assertMay } from '../../platform/rights'
import { integer, type Routes, text } from '../../platform/served'
import { empresa } from '../../cadastros/empresa'
import { originOf } from '../../sis/address'
import { slowTurn } from '../../sis/limits'
import { archiveOf } from './archive'
import { type GuardaFiscal, guardaFiscal } from './guarda-fiscal'
import { isGood, keepingLinks } from './link'
import { contentsOf, monthText } from './send'
import { companyReader, readerOf } from '../../platform/reader'
import { zipResponse } from '../../platform/zip-answer'
import { wantedInput, wantedOf } from './wanted'

/** Reading by one place, downloads of one file, and links that open nothing from one place, in a quarter of an hour. */
const PACES = {
  read: { free: 60, most: 5 },
  file: { free: 10, most: 30 },
  wrong: { free: 20, most: 30 },
} as const

function mountZip(app: App, services: Services): void {
  app.get('/api/nfe/guarda_fiscal/zip', (c) =>
    zipResponse(services, c.get('actor').id, async () => {
      const read = readerOf(services, c)
      const wanted = await read((ctx) => {
        assertMay(ctx, guardaFiscal, 'read')
        return wantedOf(ctx, parseInput(wantedInput, c.req.query()))
      })
      return archiveOf(read, wanted)
    }),
  )
}

/** Said of every link that opens nothing, whatever the reason. */
const gone = (): Response => saysOnly('Este link não vale mais', 'Peça um novo a quem o enviou.', 404)

type Work = (record: GuardaFiscal) => Promise<Response>

async function opened(services: Services, c: Context, work: Work): Promise<Response> {
  const { network } = originOf(c, services)
  const slow = (kind: keyof typeof PACES, key: string) =>
    services.pool.transaction(SYSTEM, (db) => slowTurn(db, `guarda-${kind}:${key}`, PACES[kind]))
  try {
    await slow('read', network)
    const target = keepingLinks.open(outside(services).vault, c.req.param('token') ?? '')
    const record =
      target && (await companyReader(services, target.empresa_id)((ctx) => find(ctx, guardaFiscal, target.id)))
    if (!record || record.nLink !== target?.n || !isGood(record, clockOf(services).now())) {
      await slow('wrong', network)
      return gone()
    }
    if (c.req.path.endsWith('/arquivo')) await slow('file', String(record.id))
    return await work(record)
  } catch (error) {
    const known = toApiError(error)
    if (!known) throw error
    return saysOnly('Não foi possível abrir', known.message, known.status, known.headers)
  }
}

async function page(services: Services, c: Context, record: GuardaFiscal): Promise<Response> {
  const { xNome } = await companyReader(services, record.empresa_id)((ctx) => load(ctx, empresa, record.empresa_id))
  const title = `${MODELS[record.mod === 65 ? 65 : 55]} de ${monthText(record.mes)}`
  const lines = contentsOf(record).map((line) => `<li>${safe(line)}</li>`)
  return publicPage(
    `${title} · ${xNome}`,
    `<header><p>${safe(xNome)}</p><h1>${safe(title)}</h1></header><section><h2>Documentos fiscais</h2><ul class="rows">${lines.join('')}</ul></section>
    <a class="file" href="${safe(c.req.path)}/arquivo" download>Baixar o arquivo (ZIP)</a>`,
  )
}

function mountPublic(app: App, services: Services): void {
  app.get(`${keepingLinks.path}/:token`, (c) => opened(services, c, (record) => page(services, c, record)))
  app.get(`${keepingLinks.path}/:token/arquivo`, (c) =>
    opened(services, c, (record) =>
      zipResponse(services, `guarda:${record.id}`, async () => {
        const read = companyReader(services, record.empresa_id)
        const mod = record.mod === 65 ? 65 : 55
        const wanted = await read((ctx) =>
          wantedOf(ctx, { empresa_id: record.empresa_id, mod, ...monthOf(record.mes) }),
        )
        return archiveOf(read, wanted)
      }),
    ),
  )
}

const query = {
  mod: text('55 ou 65'),
  de: text('Primeiro dia: AAAA-MM-DD'),
  ate: text('Último dia: AAAA-MM-DD, até 12 meses'),
  empresa_id: integer('Empresa'),
}

/** The file of a period, for people of the company and for its accountant. */
export const keepingRoutes: readonly Routes[] = [
  {
    mount: mountZip,
    tells: [
      {
        path: '/api/nfe/guarda_fiscal/zip',
        method: 'get',
        summary: 'Os documentos de um modelo e período: XML, lista de todos os números e leia-me',
        answer: 'ZIP',
        query,
        tag: 'NF-e',
      },
    ],
  },
  {
    open: true,
    mount: mountPublic,
    tells: [
      {
        path: `${keepingLinks.path}/{token}`,
        method: 'get',
        summary: 'O que há no arquivo de um mês, para a contabilidade',
        answer: 'Página HTML',
        tag: 'NF-e',
      },
      {
        path: `${keepingLinks.path}/{token}/arquivo`,
        method: 'get',
        summary: 'O arquivo de um mês, para a contabilidade',
        answer: 'ZIP',
        tag: 'NF-e',
      },
    ],
  },
]
