import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../../fixtures/conformance'
import { CoreError } from '../../errors'
import { decodeXml } from '../decode-xml'
import { nfseLayout, type NfseSet } from '../layout/nfse-layouts'
import { elementsOf, type Sample, treeOf } from '../layout/samples.fixture'
import { writeXml } from '../layout/write'
import { findElements, isElement, parseXml } from '../xml'
import { nfseAmounts } from './amounts'
import { dpsXml } from './dps-xml'
import { incidenceTown } from './incidence'
import { type NfseReading, readDps, readNfse } from './read-nfse'

const TYPES: Readonly<Record<string, readonly [type: string, part: string]>> = {
  NFSe: ['TCNFSe', 'infNFSe'],
  DPS: ['TCDPS', 'infDPS'],
  pedRegEvento: ['TCPedRegEvt', 'infPedReg'],
}
const FOLDERS: Readonly<Record<NfseSet, string>> = {
  '1.01': 'nfse-nacional-1.01_20260122',
  '1.01-alfa': 'nfse-nacional-1.01_cnpj-alfa',
}

const { items } = hasConformance ? conformance<{ items: Sample[] }>('fiscal/samples/index.json') : { items: [] }
const samples = items.filter(({ file }) => file.includes('/nfse/'))
const sourceOf = (file: string) => decodeXml(readFileSync(join(CONFORMANCE, 'fiscal', file)))

describe.skipIf(!hasConformance)('the layouts of the NFS-e against the samples', () => {
  it.each(['1.01', '1.01-alfa'] as const)('set %s takes what the official schema takes, and nothing else', (set) => {
    const differs: string[] = []
    for (const { file, root, schemaValidIn } of samples) {
      const source = sourceOf(file)
      const [type = '', part = ''] = TYPES[root] ?? []
      const tree = treeOf(findElements({ root: parseXml(source) }, root, isElement)[0])
      const { faults, xml } = writeXml(nfseLayout(set), root, type, tree)
      const valid = schemaValidIn.includes(FOLDERS[set])
      if (valid !== (faults.length === 0 && elementsOf(xml, part) === elementsOf(source, part)))
        differs.push(`${file}: ${JSON.stringify(faults.slice(0, 3))}`)
    }
    console.info(`fiscal/samples/nfse ${set}: ${samples.length - differs.length}/${samples.length}`)
    expect(differs).toEqual([])
    expect(samples.length).toBe(12)
  })

  it('declarations read back whole, and notes are read or refused in words', () => {
    for (const { file, root, schemaValidIn } of samples) {
      const source = sourceOf(file)
      if (root === 'DPS') {
        const again = dpsXml(readDps(source), '1.01').xml
        expect([file, elementsOf(again, 'infDPS')]).toEqual([file, elementsOf(source, 'infDPS')])
      }
      if (root !== 'NFSe') continue
      const read = readOrRefused(source)
      if (schemaValidIn.length > 0) expect([file, read?.warnings]).toEqual([file, []])
    }
  })

  it('amounts and towns of the notes come out as the national system wrote them', () => {
    let judged = 0
    for (const { root, file, schemaValidIn } of samples) {
      if (root !== 'NFSe' || schemaValidIn.length === 0) continue
      const { dps, valores, cLocIncid } = readNfse(sourceOf(file))
      if (dps === null) continue
      judged++
      const { vLiq, vTotalRet, vISSQN } = nfseAmounts(dps, valores.pAliqAplic ?? undefined)
      expect([file, vLiq.toFixed(2), vTotalRet.toFixed(2)]).toEqual([file, valores.vLiq, valores.vTotalRet])
      if (valores.vISSQN !== null) expect(vISSQN.toFixed(2)).toBe(valores.vISSQN)
      const { cTribNac } = dps.serv.cServ
      const cLocPrestacao = dps.serv.locPrest.cLocPrestacao ?? ''
      expect(incidenceTown({ cTribNac, cMunPrest: dps.cLocEmi, cLocPrestacao })).toBe(cLocIncid)
    }
    expect(judged).toBe(2)
  })

  it('the golden declaration is what is written, byte for byte, of what is read of it', () => {
    const golden = readFileSync(join(CONFORMANCE, 'fiscal/signature/dps-1.01.unsigned.xml'), 'utf8')
    expect(`<?xml version="1.0" encoding="UTF-8"?>${dpsXml(readDps(golden)).xml}`).toBe(golden)
  })
})

/** A note, or null where it was refused with an error of ours. */
function readOrRefused(source: string): NfseReading | null {
  try {
    return readNfse(source)
  } catch (error) {
    expect(error).toBeInstanceOf(CoreError)
    return null
  }
}
