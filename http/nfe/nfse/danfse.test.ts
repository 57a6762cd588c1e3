import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyDps, keyOf } from '../../../core/fiscal/nfse/declarations.fixture'
import { dpsXml } from '../../../core/fiscal/nfse/dps-xml'
import { faults } from '../../../fixtures/paper-faults'
import { readPdf } from '../../../fixtures/read-pdf'
import { noteXml } from '../../../fixtures/simulators/nfse/write'
import { danfsesPdf, type Drawn } from './danfse'

const at = new Date('2026-11-20T13:00:00Z')
const words = fc.array(fc.stringMatching(/^[A-Za-zÀ-ú0-9;,.]{1,40}$/), { maxLength: 250 }).map((list) => list.join(' '))
const ends = fc.constantFrom<Drawn['ended'][]>('cancelada', 'substituida', null)

it('nothing on the paper of a note of services covers anything else or is cut by its edge, whatever it says', async () => {
  await fc.assert(
    fc.asyncProperty(anyDps, words, ends, async (dps, text, ended) => {
      const said = { ...dps, serv: { ...dps.serv, cServ: { ...dps.serv.cServ, xDescServ: `Serviço ${text}` } } }
      const xml = noteXml(said, dpsXml(said).xml, { chNFSe: keyOf(1), nNFSe: 1, at })
      expect(faults(await danfsesPdf([{ xml, ended, isTest: false }]))).toEqual([])
    }),
    { numRuns: 30 },
  )
})

it('what is cancelled, or has another in its place, says so across the page', async () => {
  const [dps] = fc.sample(anyDps, { numRuns: 1, seed: 1 })
  if (!dps) throw new Error('There is no declaration.')
  const xml = noteXml(dps, dpsXml(dps).xml, { chNFSe: keyOf(1), nNFSe: 1, at })
  const marked = async (ended: Drawn['ended']) => readPdf(await danfsesPdf([{ xml, ended, isTest: false }])).texts[0]
  expect(await marked('cancelada')).toBe('NFS-e CANCELADA')
  expect(await marked('substituida')).toBe('NFS-e SUBSTITUÍDA')
  expect(await marked(null)).toBe('SEM VALOR FISCAL')
})
