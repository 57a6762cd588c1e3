import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { startSmtp, type CapturedMail, type SmtpSimulator } from '../../../fixtures/simulators/smtp'
import { type TestClock, testClock } from '../../../fixtures/test-clock'
import { type Answer, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import type { Row } from '../../platform/resource'

export const URL_BASE = 'https://prumo.example'

/** Quotes of a company, and their customers at their pages. */
export interface Customers {
  readonly server: TestServer
  readonly smtp: SmtpSimulator
  readonly clock: TestClock
  readonly ids: Readonly<Record<'customer' | 'product' | 'other' | 'sells' | 'seller', number>>
  readonly run: (query: ReturnType<typeof sql>) => Promise<Row[]>
  /** A new quote of one product, with these values. */
  readonly quote: (values?: object) => Promise<Answer['body']>
  readonly act: (id: number, verb: string, body?: object) => Promise<Answer>
  readonly read: (id: number) => Promise<Answer['body']>
  /** The path of a quote's link. */
  readonly linkOf: (id: number) => Promise<string>
  /** Opens a page, or sends its form, as a browser does that draws what comes. */
  readonly opens: (path: string, form?: Readonly<Record<string, string>>) => Promise<Page>
  /** What a quote's history says that was done. */
  readonly past: (id: number) => Promise<string[]>
  /** The mails that some work sends: so many. */
  readonly mailed: (count: number, work: () => Promise<unknown>) => Promise<readonly CapturedMail[]>
  readonly close: () => Promise<void>
}

interface Page {
  readonly status: number
  readonly headers: Headers
  readonly html: string
}

/** The version that a page shows. */
export const revisionIn = (html: string): string => /name="revisao" value="(\d+)"/.exec(html)?.[1] ?? ''

/** Starts a server with mail; its clock stands at nine in the morning of 25 November 2026. */
export async function customers(): Promise<Customers> {
  const smtp = await startSmtp()
  const clock = testClock('2026-11-25T12:00:00Z')
  const server = await testServer({ publicUrl: URL_BASE, smtpUrl: smtp.url, clock, allowPrivate: true })
  const made = async (resource: string, values: Row) => (await server.insert(resource, values)).id
  const ids = {
    customer: await made('cliente', { xNome: 'Maria <b>Exemplo</b>' }),
    product: await made('mercadoria', { xProd: 'Parafuso' }),
    other: await made('mercadoria', { xProd: 'Porca' }),
    sells: await made('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 }),
    seller: await made('vendedor', { xNome: 'Vera', email: 'vera@teste.example' }),
  }
  const act: Customers['act'] = (id, verb, body = {}) => server.admin('POST', `/api/orcamento/${id}/${verb}`, body)
  return {
    server,
    smtp,
    clock,
    ids,
    run: (query) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, query)),
    quote: (values) => newQuote(server, ids, values),
    act,
    read: async (id) => (await server.admin('GET', `/api/orcamento/${id}`)).body,
    linkOf: async (id) => {
      const { status, body } = await act(id, 'link')
      expect(status, JSON.stringify(body)).toBe(200)
      return String(body.url).slice(URL_BASE.length)
    },
    opens: (path, form) => open(server, path, form),
    past: async (id) =>
      (await server.admin('GET', `/api/orcamento/${id}/getHistorico`)).body.data.map(
        (one: { acao_texto: string }) => one.acao_texto,
      ),
    mailed: async (count, work) => {
      const before = smtp.mails.length
      await work()
      await server.runJobs()
      await smtp.arrived(before + count)
      return smtp.mails.slice(before)
    },
    close: async () => {
      await server.close()
      await smtp.stop()
    },
  }
}

async function newQuote(server: TestServer, ids: Customers['ids'], values: object = {}): Promise<Answer['body']> {
  const made = await server.admin('POST', '/api/orcamento', {
    cliente_id: ids.customer,
    vendedor_id: ids.seller,
    tipo_entrada_saida_id: ids.sells,
    dValidade: '2026-12-31',
    orcamento_mercadorias: [{ mercadoria_id: ids.product, qTrib: 1, vUnTrib: 10 }],
    orcamento_duplicatas: [{ dVencimento: '2027-01-01', vDup: 10 }],
    ...values,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}

async function open(server: TestServer, path: string, form?: Readonly<Record<string, string>>): Promise<Page> {
  const answer = await server.app.request(
    path,
    form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) },
  )
  const html = await answer.text()
  const dot = /<img src="([^"]+)"/.exec(html)?.[1]
  if (dot !== undefined) expect((await server.app.request(dot.replaceAll('&amp;', '&'))).status).toBe(200)
  return { status: answer.status, headers: answer.headers, html }
}
