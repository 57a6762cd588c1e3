import * as v from 'valibot'
import { CoreError } from '../../errors'
import { nfseLayout } from '../layout/nfse-layouts'
import { readTree } from '../layout/tree'
import { fieldsOf } from '../services/answers'
import { child, findElements, isElement, parseXml, text } from '../xml'
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
  const { dps, warnings } = declarationIn(declared)
  return {
    chNFSe: requireNfseKey((text(inf, '@Id') ?? '').replace(/^NFS/, '')),
    ...fieldsOf(inf, 'nNFSe', 'nDFSe', 'cStat', 'dhProc', 'ambGer', 'xLocEmi', 'xLocPrestacao', 'cLocIncid'),
    ...fieldsOf(inf, 'xLocIncid', 'xTribNac', 'xTribMun', 'xNBS', 'xOutInf'),
    emit: fieldsOf(child(inf, 'emit'), 'CNPJ', 'CPF', 'IM', 'xNome', 'xFant', 'fone', 'email'),
    valores: fieldsOf(child(inf, 'valores'), 'vCalcDR', 'vCalcBM', 'vBC', 'pAliqAplic', 'vISSQN', 'vTotalRet', 'vLiq'),
    IBSCBS: reformIn(child(inf, 'IBSCBS')),
    idDps: text(declared, '@Id'),
    dps,
    warnings,
  }
}

/** The declaration of a DPS alone. Throws `not_nfse`, or `damaged_xml` naming what is missing. */
export function readDps(xml: string): Dps {
  const [found] = findElements({ tree: parseXml(xml) }, 'infDPS', isElement)
  if (found === undefined) throw new CoreError('not_nfse', 'O XML não é de uma DPS.')
  const { dps, warnings } = declarationIn(found)
  if (dps === null) throw new CoreError('damaged_xml', `XML danificado: ${warnings.join(' ')}`)
  return dps
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

function declarationIn(node: unknown): Pick<NfseReading, 'dps' | 'warnings'> {
  const parsed = v.safeParse(dpsSchema, readTree(LAYOUT, 'TCInfDPS', node), { abortEarly: true })
  if (parsed.success) return { dps: parsed.output, warnings: [] }
  const [issue] = parsed.issues
  const path = issue.path?.map(({ key }) => String(key)).join('.') ?? 'infDPS'
  const why = issue.received === 'undefined' ? `falta ${path}` : `${path} tem um valor que não é aceito`
  return { dps: null, warnings: [`A declaração (DPS) não está inteira: ${why}.`] }
}
