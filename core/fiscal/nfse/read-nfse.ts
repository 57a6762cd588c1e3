import { CoreError } from '../../errors'
import { nfseLayout } from '../layout/nfse-layouts'
import { readAs, readTree } from '../layout/tree'
import { fieldsOf } from '../services/answers'
import { child, damaged, findElements, isElement, parseXml, text } from '../xml'
import { type Dps, dpsSchema } from './dps'
import { requireNfseKey } from './event'

type Facts<K extends string> = Readonly<Record<K, string | null>>

/** A national note of services as it was read; amounts are text as written, null where they are not there. */
export interface NfseReading extends Facts<
  | 'nNFSe'
  | 'nDFSe'
  /** 100 made of a declaration, 102 by decision of a court or the town, 103 of a replacement, 107 of MEI. */
  | 'cStat'
  | 'dhProc'
  | 'ambGer'
  | 'xLocEmi'
  | 'xLocPrestacao'
  | 'cLocIncid'
  | 'xLocIncid'
  | 'xTribNac'
  | 'xTribMun'
  | 'xNBS'
  | 'xOutInf'
> {
  readonly chNFSe: string
  readonly emit: Facts<'CNPJ' | 'CPF' | 'IM' | 'xNome' | 'xFant' | 'fone' | 'email'>
  readonly valores: Facts<'vCalcDR' | 'vCalcBM' | 'vBC' | 'pAliqAplic' | 'vISSQN' | 'vTotalRet' | 'vLiq'>
  /** Null where the note has no IBS and CBS. */
  readonly IBSCBS: Facts<'vBC' | 'vIBSUF' | 'vIBSMun' | 'vIBSTot' | 'vCBS' | 'vTotNF'> | null
  /** Id of the declaration. */
  readonly idDps: string | null
  /** What was declared; null where it is not whole, which is a line of `warnings`. */
  readonly dps: Dps | null
  readonly warnings: readonly string[]
}

/** Of whatever set: the newest knows all elements of the others. */
const LAYOUT = nfseLayout('1.01-alfa')

/**
 * A national NFS-e, of layout 1.00 or 1.01. Throws CoreError `not_nfse`, `several_documents`, `damaged_xml`, `invalid_access_key` or `too_large`. A declaration that is not
 * whole is told among the warnings.
 */
export function readNfse(xml: string): NfseReading {
  const tree = parseXml(xml)
  const found = findElements({ tree }, 'NFSe', (one) => isElement(child(one, 'infNFSe')))
  if (found.length > 1)
    throw new CoreError('several_documents', `O arquivo tem ${found.length} NFS-e; envie uma por arquivo.`)
  const inf = child(found[0], 'infNFSe')
  if (inf === undefined) throw new CoreError('not_nfse', 'O XML não é de uma NFS-e do padrão nacional.')
  const declared = child(inf, 'DPS', 'infDPS')
  const { value: dps = null, why } = declarationIn(declared)
  return {
    chNFSe: requireNfseKey((text(inf, '@Id') ?? '').replace(/^NFS/, '')),
    ...fieldsOf(inf, 'nNFSe', 'nDFSe', 'cStat', 'dhProc', 'ambGer', 'xLocEmi', 'xLocPrestacao', 'cLocIncid'),
    ...fieldsOf(inf, 'xLocIncid', 'xTribNac', 'xTribMun', 'xNBS', 'xOutInf'),
    emit: fieldsOf(child(inf, 'emit'), 'CNPJ', 'CPF', 'IM', 'xNome', 'xFant', 'fone', 'email'),
    valores: fieldsOf(child(inf, 'valores'), 'vCalcDR', 'vCalcBM', 'vBC', 'pAliqAplic', 'vISSQN', 'vTotalRet', 'vLiq'),
    IBSCBS: reformIn(child(inf, 'IBSCBS')),
    idDps: text(declared, '@Id'),
    dps,
    warnings: why === undefined ? [] : [`A declaração (DPS) não está inteira: ${why}.`],
  }
}

/** The declaration of a DPS alone. Throws `not_nfse`, or `damaged_xml` naming what is missing. */
export function readDps(xml: string): Dps {
  const [found] = findElements({ tree: parseXml(xml) }, 'infDPS', isElement)
  if (found === undefined) throw new CoreError('not_nfse', 'O XML não é de uma DPS.')
  const { value, why } = declarationIn(found)
  if (why !== undefined) throw damaged(`a declaração (DPS) não está inteira: ${why}`)
  return value
}

function reformIn(node: unknown): NfseReading['IBSCBS'] {
  if (node === undefined) return null
  const total = child(node, 'totCIBS')
  return {
    vBC: text(node, 'valores', 'vBC'),
    vIBSUF: text(total, 'gIBS', 'gIBSUFTot', 'vIBSUF'),
    vIBSMun: text(total, 'gIBS', 'gIBSMunTot', 'vIBSMun'),
    vIBSTot: text(total, 'gIBS', 'vIBSTot'),
    vCBS: text(total, 'gCBS', 'vCBS'),
    vTotNF: text(total, 'vTotNF'),
  }
}

const declarationIn = (node: unknown) => readAs(dpsSchema, readTree(LAYOUT, 'TCInfDPS', node), 'infDPS')
