import { findUf } from '../../br/uf'
import { type Amount, decimal, HUNDRED, roundHalfUp, sum } from '../../money/decimal'
import { makeAccessKey, readAccessKey } from '../access-key'
import { MDFE_LAYOUT } from '../layout/mdfe-layout'
import { tidyTree } from '../layout/tree'
import { type Branch, type Fault, type Tree, type Written, writeXml } from '../layout/write'
import { MDFE_NAMESPACE, SYSTEM } from '../services/service'
import type { Manifest } from './manifest'
import { manifestQrCode } from './qr-code'

const KILOS_OF_A_TONNE = HUNDRED.times(10)

/** A manifest as it is signed: the exact text, its key, and what the layout does not allow of it. */
export interface ManifestXml {
  readonly xml: string
  readonly chMDFe: string
  readonly faults: readonly Fault[]
}

/** The access key of a manifest (MOC of the MDF-e 3.00): as that of a note, with model 58. */
export function manifestKey({ ide, emit }: Manifest): string {
  const { dhEmi, serie, nMDF, tpEmis, cMDF } = ide
  return makeAccessKey({
    cUF: stateCode(emit.enderEmit.UF),
    dhEmi,
    CNPJ_CPF: emit.CNPJ ?? emit.CPF ?? '',
    mod: '58',
    serie,
    nNF: nMDF,
    tpEmis,
    cNF: cMDF,
  })
}

const stateCode = (UF: string): string => findUf(UF)?.codigo ?? ''

/** What the notes of a cargo come to: their value, and their gross weight (kg) in the unit that is asked, with 4 decimals, half up. */
export function cargoTotal(
  notes: readonly { readonly vNF: Amount; readonly pesoB: Amount }[],
  cUnid: '01' | '02',
): Manifest['tot'] {
  const kilos = sum(notes.map(({ pesoB }) => pesoB))
  const weight = cUnid === '02' ? decimal(kilos).div(KILOS_OF_A_TONNE) : kilos
  return {
    vCarga: sum(notes.map(({ vNF }) => vNF)).toFixed(2),
    cUnid,
    qCarga: roundHalfUp(weight, 4).toFixed(4),
  }
}

/** How many documents of each kind a manifest names, those that it names twice counted once. */
export function countedDocuments({ infDoc: { infMunDescarga } }: Manifest): Record<'qCTe' | 'qNFe' | 'qMDFe', number> {
  const count = (keys: readonly string[]) => new Set(keys).size
  return {
    qCTe: count(infMunDescarga.flatMap(({ infCTe = [] }) => infCTe.map(({ chCTe }) => chCTe))),
    qNFe: count(infMunDescarga.flatMap(({ infNFe = [] }) => infNFe.map(({ chNFe }) => chNFe))),
    qMDFe: count(infMunDescarga.flatMap(({ infMDFeTransp = [] }) => infMDFeTransp.map(({ chMDFe }) => chMDFe))),
  }
}

/**
 * The XML of a manifest, elements in the layout's order, with its QR-Code and without signature. `faults` tells what the layout refuses. `signature` is that of the key by
 * the company's certificate (RSA-SHA1, base64), which the QR-Code of a contingency carries.
 */
export function manifestXml(manifest: Manifest, signature?: string): ManifestXml {
  const { ide, rodo, tot, ...rest } = manifest
  const chMDFe = manifestKey(manifest)
  const counted = Object.entries(countedDocuments(manifest)).filter(([, number]) => number > 0)
  const tree: Branch = {
    infMDFe: {
      '@versao': '3.00',
      '@Id': `MDFe${chMDFe}`,
      ide: {
        verProc: SYSTEM,
        ...ide,
        cUF: stateCode(manifest.emit.enderEmit.UF),
        mod: '58',
        cDV: chMDFe.slice(-1),
        modal: '1',
        procEmi: '0',
      },
      ...rest,
      infModal: { '@versaoModal': '3.00', rodo },
      tot: { ...tot, ...Object.fromEntries(counted.map(([name, number]) => [name, String(number)])) },
    },
    infMDFeSupl: readAccessKey(chMDFe).valid
      ? { qrCodMDFe: manifestQrCode({ chMDFe, tpAmb: ide.tpAmb, ...(signature === undefined ? {} : { signature }) }) }
      : undefined,
  }
  return { chMDFe, ...writeMdfe('MDFe', 'TMDFe', tree) }
}

/** Writes an element of the MDF-e's layout from plain values. */
export function writeMdfe(name: string, type: string, tree: Tree): Written {
  return writeXml(MDFE_LAYOUT, name, type, tidyTree(MDFE_LAYOUT, type, tree) ?? {}, MDFE_NAMESPACE)
}
