import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { readPdf } from '../../../fixtures/read-pdf'
import { type SmtpSimulator, startSmtp } from '../../../fixtures/simulators/smtp'
import { testCnpj, type TestServer } from '../../../fixtures/test-server'
import { call, collected, ok, openCollecting } from './collecting.fixture'

/** Boletos by mail, each asked for by itself or by its receivable. */

let server: TestServer
let smtp: SmtpSimulator
beforeAll(async () => {
  smtp = await startSmtp()
  server = await openCollecting({ publicUrl: 'https://prumo.example', smtpUrl: smtp.url, allowPrivate: true })
})
afterAll(async () => {
  await server.close()
  await smtp.stop()
})

const TO = 'ana@teste.example'
const queued = { message: 'Email colocado na fila de envio' }

/** The one mail that some work sends. */
async function mailed(work: () => Promise<unknown>) {
  const before = smtp.mails.length
  await work()
  await server.runJobs()
  await smtp.arrived(before + 1)
  expect(smtp.mails).toHaveLength(before + 1)
  return smtp.mails[before]!
}

const send = (id: number, body: object = { email: TO }, as = call) => as('POST', `/api/boleto/${id}/sendMail`, body)

it('goes to its customer with its PDF, and says what is typed and copied to pay it', async () => {
  const one = await collected('80.00', { numero: 'MAIL-1' })
  await asOwner(server.url, (db) => db`update boleto set pix = 'PIX-DO-BANCO' where id = ${one.boleto.id}`)
  const mail = await mailed(async () =>
    expect((await send(one.boleto.id, { email: TO, texto: 'Como combinamos.' })).body).toEqual(queued),
  )
  expect(mail).toMatchObject({ faults: [], to: [TO], subject: expect.stringContaining('Boleto da conta MAIL-1') })
  const line = String(one.boleto.linha_digitavel)
  for (const text of [
    'Clínica Aurora',
    'Como combinamos.',
    'Segue em anexo o boleto da conta MAIL-1, de R$ 80,00, com vencimento em 10/12/2026.',
    `${line.slice(0, 5)}.${line.slice(5, 10)} `,
    'Pix copia e cola:\nPIX-DO-BANCO',
  ])
    expect(mail.text).toContain(text)
  expect(mail.files.map((file) => [file.name, file.type])).toEqual([[`boleto-${one.boleto.id}.pdf`, 'application/pdf']])
  expect(readPdf(mail.files[0]!.bytes).texts).toContain(one.boleto.nosso_numero_impresso)
})

it('is what its receivable sends, while it is of what is owed and can be paid; else the receivable’s own paper', async () => {
  const one = await collected('60.00')
  const file = async () => {
    const mail = await mailed(async () =>
      expect((await call('POST', `/api/contas_receber/${one.title}/sendMail`, { email: TO })).body).toEqual(queued),
    )
    return mail.files.map(({ name }) => name)
  }
  expect(await file()).toEqual([`boleto-${one.boleto.id}.pdf`])
  await asOwner(server.url, (db) => db`update boleto set situacao = 3 where id = ${one.boleto.id}`)
  expect(await file()).toEqual([`conta-${one.title}.pdf`])
  await asOwner(server.url, (db) => db`update boleto set situacao = 2, valor = 61 where id = ${one.boleto.id}`)
  expect(await file()).toEqual([`conta-${one.title}.pdf`])
  await asOwner(server.url, (db) => db`update boleto set valor = 60 where id = ${one.boleto.id}`)
  expect(await file()).toEqual([`boleto-${one.boleto.id}.pdf`])
  await ok('POST', `/api/boleto/${one.boleto.id}/cancela`)
  expect(await file()).toEqual([`conta-${one.title}.pdf`])
})

it('422 without an address, 400 of what cannot be paid by it: nothing is queued', async () => {
  const [gone, refused, paid, closed] = [
    await collected('1.00'),
    await collected('2.00'),
    await collected('3.00'),
    await collected('4.00'),
  ]
  for (const wrong of ['', 'ana', 'ana@teste.example; x'])
    expect(await send(gone.boleto.id, { email: wrong })).toMatchObject({
      status: 422,
      body: { errors: { email: ['Digite um e-mail válido.'] } },
    })
  const state = (id: number, situacao: number) =>
    asOwner(server.url, (db) => db`update boleto set situacao = ${situacao} where id = ${id}`)
  await ok('POST', `/api/boleto/${gone.boleto.id}/cancela`)
  await state(refused.boleto.id, 3)
  await state(paid.boleto.id, 4)
  await state(closed.boleto.id, 2)
  await ok('POST', `/api/contas_receber/${closed.title}/cancela`, {})
  const before = await asOwner(server.url, (db) => db`select count(*)::int as n from troca`)
  for (const [one, code, said] of [
    [gone, 'cancelled', `O boleto ${gone.boleto.nosso_numero_impresso} está cancelado.`],
    [refused, 'rejected', `O banco recusou o boleto ${refused.boleto.nosso_numero_impresso}: ele não pode ser pago.`],
    [paid, 'settled', `O boleto ${paid.boleto.nosso_numero_impresso} já foi pago.`],
    [closed, 'settled', 'Esta conta não tem saldo a receber.'],
  ] as const)
    expect(await send(one.boleto.id)).toMatchObject({ status: 400, body: { code, message: said } })
  expect(await asOwner(server.url, (db) => db`select count(*)::int as n from troca`)).toEqual(before)
})

it('403 without the right to edit, 404 of another company', async () => {
  const { boleto } = await collected('9.00')
  const reader = await server.user({ permissions: ['show remessa_retorno'] })
  expect((await send(boleto.id, { email: TO }, reader)).status).toBe(403)
  const other = await server.insert('empresa', { xNome: 'Outra', CNPJ_CPF: testCnpj(9), UF: 'SP' })
  const stranger = await server.user({ permissions: ['edit remessa_retorno'], empresas: [other.id] })
  expect((await send(boleto.id, { email: TO }, stranger)).status).toBe(404)
})
