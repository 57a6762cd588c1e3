import { afterAll, beforeAll, expect, it } from 'vitest'
import { readNfse } from '../../../core/fiscal/nfse/read-nfse'
import { type SmtpSimulator, startSmtp } from '../../../fixtures/simulators/smtp'
import { readPdf } from '../../../fixtures/read-pdf'
import { runDueExchanges } from '../../platform/exchange/run-exchange'
import { call, ok } from '../nota/issuing.fixture'
import { billed, ids, nfseById, openServices, sentNfse, server } from './services.fixture'

let smtp: SmtpSimulator
let end: () => Promise<void>
beforeAll(async () => {
  smtp = await startSmtp()
  end = await openServices({}, { smtpUrl: smtp.url, publicUrl: 'https://prumo.example' })
})
afterAll(async () => {
  await end()
  await smtp.stop()
})

it('the customer gets XML and paper once the note is authorised, and whoever is named by the verb', async () => {
  await ok('PUT', `/api/cliente/${ids.customer}`, { email_list: ['fiscal@mercado.example'] })
  const { note } = await billed()
  await sentNfse(note.id)
  await server.runJobs()
  await server.runJobs()
  expect(smtp.mails.flatMap(({ to }) => to)).toEqual(['fiscal@mercado.example'])
  const told = await sentNfse(note.id)
  expect(told.dhEmail).not.toBeNull()
  expect(smtp.mails[0]?.files.map(({ type }) => type)).toEqual(['application/pdf', 'application/xml'])
  expect(smtp.mails[0]?.files[1]?.bytes.toString()).toContain(told.chNFSe)
  await ok('POST', `/api/nfse/nfse/${note.id}/sendMail`, { email: 'outro@mercado.example; mais@mercado.example' })
  await ok('GET', `/api/nfse/nfse/${note.id}/sendMail?email=ainda@mercado.example`)
  await server.runJobs()
  await server.runJobs()
  expect(
    smtp.mails
      .flatMap(({ to }) => to)
      .slice(1)
      .toSorted(),
  ).toEqual(['ainda@mercado.example', 'mais@mercado.example', 'outro@mercado.example'])
  expect((await call('POST', `/api/nfse/nfse/${note.id}/sendMail`, { email: 'nenhum' })).body.errors).toEqual({
    email: ['Digite um e-mail válido.'],
  })
})

it('cancelled before its customer could be told, nothing is told of its authorisation, and its end is told once', async () => {
  const { note } = await billed()
  await runDueExchanges(server.services)
  expect((await nfseById(note.id)).status).toBe(3)
  await ok('POST', `/api/nfse/nfse/${note.id}/cancelar`, { xJust: 'Cliente desistiu do serviço' })
  await runDueExchanges(server.services)
  expect((await nfseById(note.id)).status).toBe(5)
  const before = smtp.mails.length
  for (let at = 0; at < 3; at++) await server.runJobs()
  expect(smtp.mails.slice(before).map(({ text }) => text)).toEqual([expect.stringMatching(/Foi cancelada a NFS-e nº/)])
  expect((await nfseById(note.id)).dhEmail).toBeNull()
})

it('gives its file and its paper, which says what the note does', async () => {
  const { note } = await billed()
  const { chNFSe } = await sentNfse(note.id)
  const got = async (path: string) => {
    const answer = await server.app.request(path, { headers: { Authorization: `Bearer ${await server.token()}` } })
    expect(answer.status).toBe(200)
    return answer
  }
  expect(readNfse(await (await got(`/api/nfse/get_xml/${note.id}`)).text()).chNFSe).toBe(chNFSe)
  const pdf = await got(`/api/nfse/print_danfse/${note.id}`)
  const { texts, pages } = readPdf(new Uint8Array(await pdf.arrayBuffer()))
  expect(pages).toBe(1)
  for (const part of ['DANFSe', chNFSe, 'Mercado Exemplo Ltda', 'Conserto de máquina', 'NFS-e SEM VALIDADE JURÍDICA'])
    expect(texts).toContain(part)
  const { nfse } = await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`, { cMotivo: '05' })
  await sentNfse(nfse.id)
  await sentNfse(note.id)
  const both = await got(`/api/nfse/print_danfse?id_list=${note.id},${nfse.id}`)
  const marks = readPdf(new Uint8Array(await both.arrayBuffer())).texts.filter((text) => /^NFS-e SUBST|^SEM/.test(text))
  expect(marks).toEqual(['NFS-e SUBSTITUÍDA', 'SEM VALOR FISCAL'])
})
