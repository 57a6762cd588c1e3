import { CoreError } from '../../errors'
import { documentId } from '../document-id'
import { nfseLayout, type NfseSet, nfseSetOn } from '../layout/nfse-layouts'
import { tidyTree } from '../layout/tree'
import { type Fault, type Tree, type Written, writeXml } from '../layout/write'
import { SYSTEM } from '../services/service'
import type { Dps } from './dps'

/** The namespace of the national NFS-e. */
export const NFSE_NAMESPACE = 'http://www.sped.fazenda.gov.br/nfse'

/** A declaration as it is signed: the exact text, its Id (by which it is asked for), and what the layout does not allow of it. */
export interface DpsXml {
  readonly xml: string
  /** Undefined where its parts make none: the layout tells it. */
  readonly idDps: string | undefined
  readonly set: NfseSet
  readonly faults: readonly Fault[]
}

/** Who declares. */
export function issuerOf({ tpEmit, prest, toma, interm }: Dps): Dps['prest'] | NonNullable<Dps['toma']> | undefined {
  if (tpEmit === '1') return prest
  return tpEmit === '2' ? toma : interm
}

/** The Id of a declaration: town, issuer, series and number. Throws `invalid_document_id` naming the part at fault. */
export function dpsId(dps: Dps): string {
  const { CNPJ, CPF } = issuerOf(dps) ?? {}
  return documentId('DPS', {
    cMun: dps.cLocEmi,
    tpInsc: CPF === undefined ? '2' : '1',
    insc: CPF ?? CNPJ,
    serie: dps.serie,
    nDPS: dps.nDPS,
  })
}

/** The XML of a declaration without signature, elements in the order of the layout in force on its day, or of the one that is named. `faults` tells what that layout refuses. */
export function dpsXml(dps: Dps, set: NfseSet = nfseSetOn(dps.dhEmi)): DpsXml {
  const idDps = idOrNone(dps)
  const tree = { '@versao': '1.01', infDPS: { verAplic: SYSTEM, ...dps, '@Id': idDps } }
  return { idDps, set, ...writeNfse(set, 'DPS', 'TCDPS', tree) }
}

function idOrNone(dps: Dps): string | undefined {
  try {
    return dpsId(dps)
  } catch (error) {
    if (error instanceof CoreError) return undefined
    throw error
  }
}

/** Writes an element of the national NFS-e from plain values. */
export function writeNfse(set: NfseSet, name: string, type: string, tree: Tree): Written {
  const layout = nfseLayout(set)
  return writeXml(layout, name, type, tidyTree(layout, type, tree) ?? {}, NFSE_NAMESPACE)
}
