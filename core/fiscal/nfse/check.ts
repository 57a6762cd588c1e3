import { formatCurrency } from '../../br/number'
import { readTaxId } from '../../br/tax-id'
import { decimal } from '../../money/decimal'
import { isNothing } from '../amount-text'
import { addressOf, at, faultWords, type Known, type Place, type Problem, when } from '../issue/fault-words'
import { given, isWithheld, nfseAmounts } from './amounts'
import type { Dps } from './dps'
import { dpsXml, issuerOf } from './dps-xml'

const KNOWN: ReadonlyMap<string, Known> = new Map<string, Known>([
  ['@Id', { label: 'Identificação da DPS (município, inscrição, série e número)' }],
  ['serie', at('serie_numero', 'serie', 'Série')],
  ['nDPS', at('nfse', 'nDPS', 'Número da DPS')],
  ['dCompet', at('nfse', 'dCompet', 'Competência')],
  ['cLocEmi', at('empresa', 'cMun', 'Município da empresa')],
  ['subst', at('nfse', 'chSubstda', 'Substituição')],
  ['prest.CNPJ', at('empresa', 'CNPJ_CPF', 'CNPJ da empresa')],
  ['prest.CPF', at('empresa', 'CNPJ_CPF', 'CPF da empresa')],
  ['prest.IM', at('empresa', 'IM', 'Inscrição municipal da empresa')],
  ['prest.regTrib', at('empresa', 'CRT', 'Regime tributário da empresa')],
  ...addressOf('prest.end', 'empresa', 'da empresa'),
  ['toma.CNPJ', at('cliente', 'CNPJ_CPF', 'CNPJ do tomador')],
  ['toma.CPF', at('cliente', 'CNPJ_CPF', 'CPF do tomador')],
  ['toma.xNome', at('cliente', 'xNome', 'Nome do tomador')],
  ['toma.email', at('cliente', 'email', 'E-mail do tomador')],
  ['toma.fone', at('cliente', 'fone', 'Telefone do tomador')],
  ['toma.end.endNac.CEP', at('cliente', 'CEP', 'CEP do tomador')],
  ['toma.end.endNac.cMun', at('cliente', 'cMun', 'Município do tomador')],
  ...addressOf('toma.end', 'cliente', 'do tomador'),
  ['toma', at('cliente', 'CNPJ_CPF', 'Tomador')],
  ['interm', at('nfse', 'interm', 'Intermediário')],
  ['serv.locPrest', at('nfse', 'cLocPrestacao', 'Local da prestação')],
  ['serv.cServ.cTribNac', at('servico', 'cTribNac', 'Código de tributação nacional')],
  ['serv.cServ.cTribMun', at('servico', 'cTribMun', 'Código de tributação municipal')],
  ['serv.cServ.xDescServ', at('nfse', 'xDescServ', 'Descrição do serviço')],
  ['serv.cServ.cNBS', at('servico', 'cNBS', 'NBS')],
  ['serv', at('nfse', 'servico_id', 'Serviço')],
  ['valores.vServPrest.vServ', at('nfse', 'vServ', 'Valor do serviço')],
  ['valores.vDescCondIncond', at('nfse', 'vDesc', 'Descontos')],
  ['valores.vDedRed', at('nfse', 'vDedRed', 'Deduções')],
  ['valores.trib.tribMun', at('nfse', 'tribISSQN', 'ISS')],
  ['valores.trib.tribFed', at('nfse', 'tribFed', 'Tributos federais')],
  ['valores.trib.totTrib', at('nfse', 'totTrib', 'Total aproximado dos tributos')],
  ['IBSCBS', at('tributacao', 'cClassTrib', 'IBS e CBS')],
])

const wordsOf = faultWords({ document: 'a NFS-e', roots: ['DPS', 'infDPS'], known: KNOWN })

/** What is known of where the tax falls. */
export interface CheckContext {
  /** The town takes part in the national system with its own rates (situation ATIVO): then it gives the rate. */
  readonly isTownActive?: boolean
}

type Rule = (dps: Dps, context: CheckContext) => readonly Problem[]

/** Everything that would keep a declaration from becoming a note and that can be known before it is numbered: what the layout refuses, then the national system's rules. */
export function checkDps(dps: Dps, context: CheckContext = {}, made = dpsXml(dps)): Problem[] {
  const told = made.faults.map(wordsOf)
  return [...told, ...RULES.flatMap((rule) => rule(dps, context)), ...(told.length > 0 ? [] : amountProblems(dps))]
}

const here = (field: string): Place => ({ resource: 'nfse', field })
const SYSTEM_OF_TAX: Place = { resource: 'empresa', field: 'CRT' }
/** Kinds of withholding that ended (NT 007/2026). */
const ENDED: ReadonlySet<string> = new Set(['1', '2'])

const RULES: readonly Rule[] = [
  (dps) => {
    const { CNPJ, CPF } = issuerOf(dps) ?? {}
    return when(!readTaxId(CNPJ ?? CPF ?? '').valid, 'O CNPJ ou CPF de quem emite não confere.', {
      resource: 'empresa',
      field: 'CNPJ_CPF',
    })
  },
  ({ toma }) => {
    const id = toma?.CNPJ ?? toma?.CPF
    return when(id !== undefined && !readTaxId(id).valid, 'O CNPJ ou CPF do tomador não confere.', {
      resource: 'cliente',
      field: 'CNPJ_CPF',
    })
  },
  ({ dCompet, dhEmi }) =>
    when(dCompet > dhEmi.slice(0, 10), 'A competência não pode ser depois da emissão.', here('dCompet')),
  ({ prest: { regTrib } }) =>
    when(
      regTrib.opSimpNac === '3' && regTrib.regApTribSN === undefined,
      'Informe como a empresa do Simples apura os tributos.',
      SYSTEM_OF_TAX,
    ),
  ({ prest: { regTrib } }) =>
    when(
      regTrib.opSimpNac !== '3' && regTrib.regApTribSN !== undefined,
      'Só a ME ou EPP do Simples informa como apura os tributos.',
      SYSTEM_OF_TAX,
    ),
  ({ prest: { regTrib }, valores }) =>
    when(
      valores.trib.tribMun.tribISSQN !== '1' && regTrib.regEspTrib !== '0',
      'O regime especial só cabe em serviço tributado pelo ISS.',
      here('tribISSQN'),
      'E0172',
    ),
  rateProblems,
  totalProblems,
  (dps) =>
    when(
      isWithheld(dps) && dps.valores.trib.tribMun.tribISSQN !== '1',
      'Não há ISS a reter: o serviço não é tributado.',
      here('tpRetISSQN'),
    ),
  ({ toma, interm, valores }) => {
    const { tpRetISSQN } = valores.trib.tribMun
    const missing = (tpRetISSQN === '2' && toma === undefined) || (tpRetISSQN === '3' && interm === undefined)
    return when(missing, 'Informe quem retém o ISS.', here('tpRetISSQN'))
  },
  withheldProblems,
  ({ subst }) =>
    when(
      subst?.cMotivo === '99' && subst.xMotivo === undefined,
      'A substituição por outro motivo pede a descrição dele.',
      here('xMotivo'),
    ),
]

/** The rate comes from the town's register, or from the note, never from both. */
function rateProblems({ prest: { regTrib }, valores }: Dps, { isTownActive }: CheckContext): readonly Problem[] {
  const { pAliq, tribISSQN } = valores.trib.tribMun
  if (pAliq === undefined) return []
  const where = here('pAliq')
  if (tribISSQN !== '1') return [{ message: 'Sem ISS tributado não se informa a alíquota.', place: where }]
  if (regTrib.regEspTrib !== '0')
    return [{ cStat: 'E0604', message: 'Com regime especial não se informa a alíquota do ISS.', place: where }]
  return when(
    regTrib.opSimpNac === '1' && isTownActive === true,
    'O município já dá a alíquota no sistema nacional: não a informe.',
    where,
    'E0617',
  )
}

/** How the whole of taxes may be told depends on Simples. */
function totalProblems({ prest: { regTrib }, valores }: Dps): readonly Problem[] {
  const { pTotTribSN, indTotTrib } = valores.trib.totTrib
  return when(
    regTrib.opSimpNac === '1' && (pTotTribSN !== undefined || indTotTrib !== undefined),
    'Quem não é do Simples informa o valor ou o percentual aproximado dos tributos.',
    here('totTrib'),
    'E0713',
  )
}

/** NT 007/2026: which of PIS, COFINS and CSLL are withheld is one code, and their sum one amount. */
function withheldProblems({ valores }: Dps): readonly Problem[] {
  const { piscofins, vRetCSLL } = valores.trib.tribFed ?? {}
  const kind = piscofins?.tpRetPisCofins
  const where = here('tribFed')
  return [
    ...when(kind !== undefined && ENDED.has(kind), 'Os tipos 1 e 2 de retenção de PIS e COFINS foram extintos.', where),
    ...when(
      kind === '0' && vRetCSLL !== undefined && !isNothing(vRetCSLL),
      'Há retenção de PIS, COFINS ou CSLL: informe quais.',
      where,
    ),
    ...when(
      kind !== undefined && /^[3-9]$/.test(kind) && (vRetCSLL === undefined || isNothing(vRetCSLL)),
      'Informe quanto se retém de PIS, COFINS e CSLL, somados.',
      where,
    ),
  ]
}

/** What deductions, discounts and withholdings leave cannot be less than nothing. Only for a declaration whose amounts are amounts. */
function amountProblems(dps: Dps): readonly Problem[] {
  const { vServPrest, vDescCondIncond } = dps.valores
  const { vLiq, vCalcDR } = nfseAmounts(dps)
  const service = decimal(vServPrest.vServ)
  const off = given(vDescCondIncond?.vDescIncond).plus(vCalcDR)
  return [
    ...when(service.sign() <= 0, 'O valor do serviço precisa ser maior que zero.', here('vServ')),
    ...when(
      off.gt(service),
      `Descontos e deduções (${formatCurrency(off)}) passam do valor do serviço.`,
      here('vDedRed'),
    ),
    ...when(vLiq.sign() < 0, 'Descontos e retenções passam do valor do serviço.', here('tribFed')),
  ]
}
