import { expect } from 'vitest'
import { findUf } from '../../../core/br/uf'
import { type ManifestEventDetail, manifestEventXml } from '../../../core/fiscal/mdfe/event'
import type { Manifest } from '../../../core/fiscal/mdfe/manifest'
import { manifestXml } from '../../../core/fiscal/mdfe/manifest-xml'
import { keyOf, SAMPLE_MANIFEST } from '../../../core/fiscal/mdfe/manifests.fixture'
import { testPair } from '../../../fixtures/certificates'
import { testCnpj } from '../../../fixtures/test-server'
import { sendManifest, sendManifestEvent } from '../../nfe/mdfe/client'
import { sefaz, server } from '../../nfe/nota/issuing.fixture'
import { sign } from '../../nfe/sefaz/sign'

/** A carrier of São Paulo issues manifests in which our company takes part. */

const pair = testPair()
const at = () =>
  ({ tpAmb: '2', cUF: findUf('SP')?.codigo ?? '', pair, services: server.services, timeoutMs: 10_000 }) as const
const MINUTE_MS = 60_000
const OFFSET_MS = 180 * MINUTE_MS
/** A moment some minutes ago, as São Paulo writes it. */
export const ago = (minutes: number): string =>
  `${new Date(Date.now() - minutes * MINUTE_MS - OFFSET_MS).toISOString().slice(0, 19)}-03:00`

const CTE = { cMunDescarga: '3304557', xMunDescarga: 'Rio de Janeiro' }
let numbers = 0

/** What a carrier's manifest says; each in a vehicle of its own, hired by `hirer`. */
function carriers(hirer: string): Manifest {
  const nMDF = String(++numbers)
  const { veicTracao } = SAMPLE_MANIFEST.rodo
  return {
    ...SAMPLE_MANIFEST,
    ide: { ...SAMPLE_MANIFEST.ide, tpEmit: '1', nMDF, dhEmi: ago(30) },
    rodo: {
      infANTT: { RNTRC: '12345678', infContratante: [{ xNome: 'Empresa de Teste Ltda', CNPJ: hirer }] },
      veicTracao: { ...veicTracao, placa: `ABC1D${nMDF.padStart(2, '0')}` },
    },
    infDoc: { infMunDescarga: [{ ...CTE, infCTe: [{ chCTe: keyOf('57', numbers) }] }] },
    seg: [{ infResp: { respSeg: '2', CNPJ: hirer }, nAver: ['1'] }],
    prodPred: { tpCarga: '05', xProd: 'Queijo' },
  }
}

/** Authorised by the authority, which tells whoever takes part in it. */
export async function hired(hirer = testCnpj(1)): Promise<{ chMDFe: string; nProt: string; signed: string }> {
  const { xml, chMDFe } = manifestXml(carriers(hirer))
  const signed = sign(xml, pair)
  const { protocol, ...answer } = await sendManifest(at(), signed)
  expect(answer).toMatchObject({ cStat: '100' })
  return { chMDFe, nProt: protocol?.nProt ?? '', signed }
}

/** An event of a carrier's manifest that the authority registers. */
export async function happens(chMDFe: string, detail: ManifestEventDetail): Promise<void> {
  const event = { tpAmb: '2', CNPJ_CPF: '11222333000181', chMDFe, dhEvento: ago(1), nSeqEvento: 1, ...detail } as const
  const answer = await sendManifestEvent(at(), sign(manifestEventXml(event).xml, pair))
  expect(answer).toMatchObject({ cStat: '135' })
}

/** An hour is over for the authority, and for us. */
export const hourLater = (): void => sefaz.state.given.clear()
