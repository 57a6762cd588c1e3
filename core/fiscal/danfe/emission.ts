import { type AccessKeyParts, accessKeyDigit, readAccessKey } from '../access-key'
import type { NfeFile } from '../nfe-file'
import { child, text } from '../xml'
import type { DanfeEmission } from './types'
import { counts, dayText, dayTimeText } from './write'

/** 100 and 150 authorised, also when the answer was asked for after the note was cancelled. */
const AUTHORISED: ReadonlySet<string> = new Set(['100', '150', '101', '151', '155'])
const DENIED: ReadonlySet<string> = new Set(['110', '205', '301', '302', '303'])
/** What goes out before it is authorised (tpEmis): printed on a security form, announced by an EPEC, or off-line. */
const BEFORE: Readonly<Record<string, 'form' | 'epec' | 'offline'>> = {
  '2': 'form',
  '4': 'epec',
  '5': 'form',
  '9': 'offline',
}
const WAYS: Readonly<Record<string, string>> = {
  '2': 'com formulário de segurança (FS-IA)',
  '4': 'com EPEC',
  '5': 'com formulário de segurança (FS-DA)',
  '6': 'SVC-AN',
  '7': 'SVC-RS',
  '9': 'off-line',
}

/** How the note was issued: authorised or not, in test, in contingency. */
export function emissionOf(file: NfeFile): DanfeEmission {
  const tpEmis = text(file.ide, 'tpEmis') ?? '1'
  const cStat = file.protocolo?.cStat ?? ''
  const authorised = AUTHORISED.has(cStat) && file.protocolo?.nProt != null
  const contingency = authorised ? null : (BEFORE[tpEmis] ?? null)
  const denied = DENIED.has(cStat)
  return {
    unauthorised: !authorised && contingency === null && !denied,
    denied,
    cancelled: file.cancelada,
    test: text(file.ide, 'tpAmb') === '2',
    contingency,
    told: toldOf(file.ide, tpEmis),
    contingencyKey:
      contingency === 'form' || contingency === 'epec' ? contingencyKey(file, readAccessKey(file.chNFe).parts) : null,
  }
}

function toldOf(ide: unknown, tpEmis: string): string[] {
  const way = WAYS[tpEmis]
  if (way === undefined) return []
  const since = dayTimeText(text(ide, 'dhCont'))
  const reason = text(ide, 'xJust')
  return [
    `Emitida em contingência ${way}${since === '' ? '' : ` desde ${since}`}.`,
    ...(reason === null ? [] : [`Motivo da contingência: ${reason}`]),
  ]
}

/**
 * What the second bar code holds (MOC, DANFE, 2.9.2): UF, way of emission, recipient, total, whether there is ICMS and ICMS-ST of its own,
 * day of emission and check digit; 36 characters. A recipient abroad is zeros.
 */
function contingencyKey({ inf, ide }: NfeFile, parts: AccessKeyParts | undefined): string {
  const total = child(inf, 'total', 'ICMSTot')
  const recipient = text(inf, 'dest', 'CNPJ') ?? text(inf, 'dest', 'CPF') ?? ''
  const cents = (text(total, 'vNF') ?? '0').replace(
    /^(\d+)(?:\.(\d*))?$/,
    (_, whole: string, fraction = '') => `${whole}${String(fraction).padEnd(2, '0').slice(0, 2)}`,
  )
  const flag = (name: string) => (counts(text(total, name)) ? '1' : '2')
  const first = [
    parts?.cUF ?? '',
    text(ide, 'tpEmis') ?? '',
    recipient.padStart(14, '0'),
    cents.padStart(14, '0'),
    flag('vICMS'),
    flag('vST'),
    dayText(text(ide, 'dhEmi') ?? text(ide, 'dEmi')).slice(0, 2),
  ].join('')
  return first + accessKeyDigit(first)
}
