import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMonths } from '../../../core/br/civil-date'
import { type SmtpSimulator, startSmtp } from '../../../fixtures/simulators/smtp'
import { testClock } from '../../../fixtures/test-clock'
import { testCnpj } from '../../../fixtures/test-server'
import { allBackgroundJobs } from '../../platform/jobs/job'
import { call, ids, invoiced, ok, openIssuer, run, sefaz, sent, server } from '../nota/issuing.fixture'
import { sendsMonthly } from './monthly'
import { linesOf, thisMonth, unzipped } from './zip.fixture'

/** The file of the month, on its way to the accountant. */

const MONTH = `${thisMonth()}-01`
const next = (months: number) => addMonths(MONTH, months)
const ACCOUNTANT = 'fiscal@contabil.example'

let smtp: SmtpSimulator
const clock = testClock(new Date().toISOString())
beforeAll(async () => {
  smtp = await startSmtp()
  await openIssuer({}, { smtpUrl: smtp.url, publicUrl: 'https://prumo.example', clock })
  await ok('PUT', `/api/cliente/${ids.customer}`, { envia_nfe: false })
  await sent((await invoiced()).note.id)
}, 60_000)
afterAll(async () => {
  await sefaz.stop()
  await server.close()
  await smtp.stop()
})
beforeEach(() => run('delete from limite_uso'))

const monthly = async () => {
  await allBackgroundJobs()
    .get(sendsMonthly.name)
    ?.run({}, { services: server.services, signal: new AbortController().signal, attempt: 1, attempts: 1 })
  await server.runJobs()
  await server.runJobs()
}
const rows = async () => (await ok('GET', '/api/nfe/guarda_fiscal?orderBy=id&sortedBy=asc')).data
const linkOf = (text = '') => /prumo\.example(\/publico\/guarda\/\S+)/.exec(text)?.[1] ?? ''
const opened = (path: string) => server.app.request(path)
const send = (id: number) => call('POST', `/api/nfe/guarda_fiscal/${id}/envia`)
const days = (count: number) => clock.set(new Date(Date.parse(clock.now()) + count * 86_400_000).toISOString())

describe('every month', () => {
  it('nothing is made for a company that does not want it, nor before the month is over', async () => {
    clock.set(`${next(1)}T10:00:00Z`)
    await monthly()
    expect(await rows()).toEqual([])
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { envia_contador: true, contador_email: ACCOUNTANT })
    clock.set(`${next(1)}T02:59:00Z`)
    await monthly()
    expect(await rows()).toEqual([])
  })

  it('on the first, by the day of Brazil, the file of the month before is made and a link mailed, once', async () => {
    clock.set(`${next(1)}T10:00:00Z`)
    await monthly()
    const [row, more] = await rows()
    expect(more).toBeUndefined()
    expect(row).toMatchObject({
      mod: 55,
      mes: MONTH,
      situacao: 'enviada',
      qAutorizadas: 1,
      qNumeros: 1,
      qFaltas: 0,
      para: ACCOUNTANT,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(smtp.mails).toHaveLength(1)
    const [mail] = smtp.mails
    expect([mail?.to, mail?.faults]).toEqual([[ACCOUNTANT], []])
    expect(mail?.text).toContain('1 nota autorizada')
    await monthly()
    days(9)
    await monthly()
    expect([await rows(), smtp.mails]).toEqual([[row], [mail]])
  })

  it('the link opens a page and the file, whose bytes are those that were made', async () => {
    const link = linkOf(smtp.mails[0]?.text)
    const page = await opened(link)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Baixar o arquivo (ZIP)')])
    const answer = await opened(`${link}/arquivo`)
    const digest = new Bun.CryptoHasher('sha256').update(await answer.clone().arrayBuffer()).digest('hex')
    expect(digest).toBe((await rows())[0].sha256)
    const files = await unzipped(answer)
    expect(linesOf(files['numeros.csv'])).toHaveLength(1)
  })

  it('sent again, the link before is good no more; after thirty days none is, nor one that was made up', async () => {
    const [{ id }] = await rows()
    const old = linkOf(smtp.mails[0]?.text)
    expect((await send(id)).body).toEqual({ message: `Enviada para ${ACCOUNTANT}.` })
    await server.runJobs()
    const link = linkOf(smtp.mails[1]?.text)
    expect([(await opened(old)).status, (await opened(`${old}/arquivo`)).status]).toEqual([404, 404])
    expect((await opened(link)).status).toBe(200)
    expect((await opened(`${link.slice(0, -2)}aa/arquivo`)).status).toBe(404)
    days(29)
    expect((await opened(link)).status).toBe(200)
    days(2)
    expect([(await opened(link)).status, (await opened(`${link}/arquivo`)).status]).toEqual([404, 404])
  })

  it('429 for a file that is fetched over and over', async () => {
    const [{ id }] = await rows()
    await send(id)
    await server.runJobs()
    const link = linkOf(smtp.mails.at(-1)?.text)
    const statuses = []
    for (let time = 0; time < 12; time++) {
      const answer = await opened(`${link}/arquivo`)
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200))
    expect(statuses.slice(10)).toEqual([429, 429])
  })
})

describe('after a time without', () => {
  it('every month with documents is caught up with; what could not be sent is told, and tried again', async () => {
    clock.set(new Date().toISOString())
    for (const months of [1, 2]) {
      const { id } = await sent((await invoiced()).note.id)
      await run(`update nfe set "dhEmi" = '${next(months)}T15:00:00Z' where id = ${id}`)
    }
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { contador_email: null })
    clock.set(`${next(3)}T10:00:00Z`)
    await monthly()
    const failed = (await rows()).slice(1)
    expect(failed).toMatchObject([
      { mes: next(1), situacao: 'erro', erro: expect.stringContaining('e-mail da contabilidade'), dhEnvio: null },
      { mes: next(2), situacao: 'erro' },
    ])
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { contador_email: ACCOUNTANT })
    days(1)
    await monthly()
    expect((await rows()).map(({ situacao, qNumeros }: Record<string, unknown>) => [situacao, qNumeros])).toEqual([
      ['enviada', 1],
      ['enviada', 1],
      ['enviada', 1],
    ])
  })
})

describe('by hand', () => {
  it('a month is made again in the same row; 422 while it is not over', async () => {
    const count = (await rows()).length
    const { id } = await ok('POST', '/api/nfe/guarda_fiscal/gera', { mod: '55', mes: MONTH.slice(0, 8) + '15' })
    expect((await ok('GET', `/api/nfe/guarda_fiscal/${id}`)).situacao).toBe('gerando')
    expect(await send(id)).toMatchObject({ status: 400, body: { code: 'making' } })
    await server.runJobs()
    expect(await ok('GET', `/api/nfe/guarda_fiscal/${id}`)).toMatchObject({ situacao: 'gerada', mes: MONTH })
    expect(await rows()).toHaveLength(count)
    const early = await call('POST', '/api/nfe/guarda_fiscal/gera', { mod: '55', mes: clock.today() })
    expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ['mes']])
    const made = await ok('POST', '/api/nfe/guarda_fiscal/gera', { mod: '65', mes: MONTH })
    await run(`update guarda_fiscal set situacao = 'erro' where id = ${made.id}`)
    expect(await send(made.id)).toMatchObject({ status: 400, body: { code: 'not_made' } })
  })

  it('403 to send without the right to change, 404 of another company', async () => {
    const [{ id }] = await rows()
    const reader = await server.user({ permissions: ['show guarda_fiscal'] })
    expect((await reader('POST', `/api/nfe/guarda_fiscal/${id}/envia`)).status).toBe(403)
    const other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'PR' })).id
    const stranger = await server.user({ roles: ['admin'], empresas: [other] })
    expect((await stranger('POST', `/api/nfe/guarda_fiscal/${id}/envia`)).status).toBe(404)
  })
})
