import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { serverPair } from '../../../fixtures/certificates'
import { allBackgroundJobs } from '../../platform/jobs/job'
import { checksKept } from '../guarda/check'
import { ok, run } from '../nota/issuing.fixture'
import { billed, nacional, nfseById, openServices, sentNfse, server } from './services.fixture'

/** Over TLS with the company's certificate, at a system that ends by itself what a note takes the place of; what is kept of them. */

let end: () => Promise<void>
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nfse-'))
  const pair = serverPair()
  const sefazCa = join(folder, 'ca.pem')
  writeFileSync(sefazCa, pair.cert)
  end = await openServices({ pair, replaces: true }, { sefazCa })
})
afterAll(async () => {
  await end()
  rmSync(folder, { recursive: true })
})

async function checked(): Promise<void> {
  await run(`update guarda_conferencia set "dhFim" = "dhFim" - interval '7 days'`)
  const services = { services: server.services, signal: new AbortController().signal, attempt: 1, attempts: 1 }
  await allBackgroundJobs().get(checksKept.name)?.run({}, services)
}
const asItsOwner = (text: string) => asOwner(server.url, (owner: Sql) => owner.unsafe(text))

describe('what is kept of notes of services', () => {
  it('the event of a substitution that the system registers by itself is taken over, and not sent', async () => {
    const { note } = await billed()
    expect(await sentNfse(note.id)).toMatchObject({ status: 3 })
    const { nfse } = await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`, { cMotivo: '05' })
    expect(await sentNfse(nfse.id)).toMatchObject({ status: 3 })
    expect(await sentNfse(note.id)).toMatchObject({ status: 6 })
    expect(nacional.calls.filter((call) => call.endsWith('/eventos'))).toEqual([])
    const kept = await run(`select tipo, "tpEvento" from nfse_xml where nfse_id = ${note.id} order by id`)
    expect(kept.at(-1)).toEqual({ tipo: 'evento_protocolo', tpEvento: '105102' })
  })

  it('can be neither changed nor deleted by the program, and is compared every week', async () => {
    for (const text of [`update nfse_xml set xml = 'x'`, 'delete from nfse_xml'])
      await expect(run(text)).rejects.toMatchObject({ cause: { code: '42501' } })
    const { note } = await billed()
    await sentNfse(note.id)
    await checked()
    expect((await nfseById(note.id)).falha_guarda).toBeNull()
    await asItsOwner(`update nfse_xml set xml = xml || ' ' where nfse_id = ${note.id} and tipo = 'protocolo'`)
    await checked()
    expect((await nfseById(note.id)).falha_guarda).toBe('divergente')
    await asItsOwner(`delete from nfse_xml where nfse_id = ${note.id} and tipo = 'protocolo'`)
    await checked()
    expect((await nfseById(note.id)).falha_guarda).toBe('ausente')
  })
})
