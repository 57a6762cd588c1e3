import { formatQuantity } from '../../../core/br/number'
import { nfseAmounts, nfseReform, type NfseAmounts, type NfseReform } from '../../../core/fiscal/nfse/amounts'
import { checkDps } from '../../../core/fiscal/nfse/check'
import type { Dps } from '../../../core/fiscal/nfse/dps'
import { dpsXml, type DpsXml } from '../../../core/fiscal/nfse/dps-xml'
import type { Problem } from '../../../core/fiscal/issue/problems'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import { type Decimal, decimal, sum } from '../../../core/money/decimal'
import { percentOf } from '../../../core/tax/sheet'
import type { Ctx } from '../../platform/context'
import { load } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { optional, text } from '../nota/said'
import { nfse, type Nfse } from './nfse'
import { type Source, sourceOf } from './source'

/** What a declaration is numbered by. */
export interface Numbered {
  readonly serie: number
  readonly nDPS: number
  readonly tpAmb: 1 | 2
}

/** A declaration as it would be signed now, what it comes to, and all that stands in the way. */
export interface Built {
  readonly source: Source
  readonly dps: Dps
  readonly made: DpsXml
  readonly amounts: NfseAmounts | undefined
  readonly reform: NfseReform | null
  readonly problems: readonly Problem[]
}

/** Simples Nacional as the declaration tells it, by the company's regime (CRT): MEI, ME or EPP, and beyond the limit of the ISS. */
const SYSTEMS: Readonly<Record<number, Dps['prest']['regTrib']>> = {
  1: { opSimpNac: '3', regApTribSN: '1', regEspTrib: '0' },
  2: { opSimpNac: '3', regApTribSN: '2', regEspTrib: '0' },
  3: { opSimpNac: '1', regEspTrib: '0' },
  4: { opSimpNac: '2', regEspTrib: '0' },
}

const COMPANY_ID = 14
/** A withholding of so much or less is not made (Lei 9.430/1996, art. 67; Lei 10.833/2003, art. 31, § 3º). */
const LEAST_WITHHELD = 10

/** Makes the declaration of a note, and judges it. Throws what `sourceOf` throws. */
export async function buildDps(ctx: Ctx, note: Nfse, numbered: Numbered): Promise<Built> {
  const source = await sourceOf(ctx, note, note.dCompet ?? ctx.clock.today())
  const replaced = note.substitui_id === null ? undefined : await load(ctx, nfse, note.substitui_id)
  const dhEmi = stateTime(ctx.clock.now(), text(source.company.UF) ?? '')
  const dps = dpsOf(note, source, { ...numbered, dhEmi, replaced: replaced?.chNFSe ?? undefined })
  const made = dpsXml(dps)
  const problems = placed(source, [
    ...checkDps(dps, { isTownActive: source.town.isActive }, made),
    ...ownProblems(source),
  ])
  if (made.faults.length > 0) return { source, dps, made, problems, amounts: undefined, reform: null }
  const amounts = nfseAmounts(dps, source.town.pAliq)
  return { source, dps, made, problems, amounts, reform: nfseReform(dps, amounts) }
}

/** Since August 2026 the normal regime has to tell IBS and CBS (NT 2025.002). */
function ownProblems({ company, lines: [service] }: Source): readonly Problem[] {
  if (company.CRT !== 3 || text(service.cClassTrib) !== undefined) return []
  const place = { resource: 'servico', field: 'cClassTrib' }
  return [{ message: 'Classificação do IBS e da CBS: falta informar.', place }]
}

/** Problems with the numbers of the records in which they are mended. */
function placed({ company, taker, lines }: Source, problems: readonly Problem[]): readonly Problem[] {
  const ids: Readonly<Record<string, unknown>> = { empresa: company.id, cliente: taker.id, servico: lines[0].id }
  return problems.map((problem) => {
    const id = ids[problem.place?.resource ?? '']
    return problem.place && typeof id === 'number' ? { ...problem, place: { ...problem.place, id } } : problem
  })
}

interface Facts extends Numbered {
  readonly dhEmi: string
  readonly replaced: string | undefined
}

const figures = (lines: readonly Row[], column: string): Decimal =>
  sum(lines.map((line) => decimal(String(line[column]))))
const gross = (lines: readonly Row[]): Decimal =>
  sum(lines.map(({ vTotal, vDesc }) => decimal(String(vTotal)).plus(decimal(String(vDesc)))))

function dpsOf(note: Nfse, { company, taker, lines, town }: Source, facts: Facts): Dps {
  const { serie, nDPS, tpAmb, dhEmi, replaced } = facts
  const [service] = lines
  const regTrib = SYSTEMS[Number(company.CRT)] ?? { opSimpNac: '1', regEspTrib: '0' }
  const toma = takerOf(taker)
  const cLocEmi = text(company.cMun) ?? ''
  const cMotivo = note.cMotivoSubst ?? '99'
  return {
    tpAmb: tpAmb === 1 ? '1' : '2',
    dhEmi,
    serie: String(serie),
    nDPS: String(nDPS),
    dCompet: note.dCompet ?? dhEmi.slice(0, 10),
    tpEmit: '1',
    cLocEmi,
    ...(replaced === undefined
      ? {}
      : { subst: { chSubstda: replaced, cMotivo, ...optional({ xMotivo: note.xMotivoSubst }) } }),
    prest: {
      ...identityOf(company),
      ...optional({ IM: company.IM, fone: company.fone, email: company.email }),
      regTrib,
    },
    ...(toma ? { toma } : {}),
    serv: {
      locPrest: { cLocPrestacao: text(note.cMunPrestacao) ?? cLocEmi },
      cServ: {
        cTribNac: text(service.cTribNac) ?? '',
        xDescServ: note.xDescServ ?? describe(lines),
        ...optional({ cTribMun: service.cTribMun, cNBS: service.cNBS }),
      },
      ...(note.infCompl ? { infoCompl: { xInfComp: note.infCompl } } : {}),
    },
    valores: valuesOf(note, { lines, regTrib, isCompany: toma?.CNPJ !== undefined, town }),
    ...reformOf(service, toma?.CPF !== undefined),
  }
}

const MOST_DESCRIBED = 2_000

/** What was done, a line each. */
const describe = (lines: readonly Row[]): string =>
  lines
    .map(({ xServ, qTrib, unLinha }) => {
      const many = `${formatQuantity(String(qTrib))}${text(unLinha) === undefined ? '' : ` ${String(unLinha)}`}`
      return Number(qTrib) === 1 ? String(xServ) : `${many} · ${String(xServ)}`
    })
    .join('\n')
    .slice(0, MOST_DESCRIBED)

function identityOf(row: Row): { readonly CNPJ: string } | { readonly CPF: string } {
  const id = text(row.CNPJ_CPF) ?? ''
  return id.length === COMPANY_ID ? { CNPJ: id } : { CPF: id }
}

/** A customer without a tax id is not named. */
function takerOf(row: Row): (Dps['toma'] & { readonly CNPJ?: string; readonly CPF?: string }) | undefined {
  if (text(row.CNPJ_CPF) === undefined) return undefined
  const { cMun, CEP, xLgr, nro, xCpl, xBairro } = row
  const known = [cMun, CEP, xLgr, xBairro].every((part) => text(part) !== undefined)
  return {
    ...identityOf(row),
    xNome: text(row.xNome) ?? '',
    ...(known
      ? {
          end: {
            endNac: { cMun: String(cMun), CEP: String(CEP) },
            xLgr: String(xLgr),
            nro: text(nro) ?? 'S/N',
            ...optional({ xCpl }),
            xBairro: String(xBairro),
          },
        }
      : {}),
    ...optional({ fone: row.fone, email: row.email }),
  }
}

interface Valued {
  readonly lines: Source['lines']
  readonly regTrib: Dps['prest']['regTrib']
  readonly isCompany: boolean
  readonly town: Source['town']
}

function valuesOf(note: Nfse, { lines, regTrib, isCompany, town }: Valued): Dps['valores'] {
  const [service] = lines
  const vDesc = figures(lines, 'vDesc')
  const vServ = gross(lines)
  const isTaxed = Number(service.tribISSQN) === 1
  const withheld = note.tpRetISSQN ?? (isCompany ? Number(service.tpRetISSQN) : 1)
  const isSimples = regTrib.opSimpNac !== '1'
  // The rate is told where the city does not give it: by Simples where the customer keeps it back, and where the city is not in the national system.
  const tellsRate = isTaxed && town.pAliq !== undefined && (isSimples ? withheld === 2 : !town.isActive)
  const tribFed = federalOf(note, { service, vServ: vServ.minus(vDesc), withholds: isCompany && !isSimples })
  return {
    vServPrest: { vServ: vServ.toFixed(2) },
    ...(vDesc.sign() > 0 ? { vDescCondIncond: { vDescIncond: vDesc.toFixed(2) } } : {}),
    ...(note.vDedRed === null || Number(note.vDedRed) === 0 ? {} : { vDedRed: { vDR: note.vDedRed } }),
    trib: {
      tribMun: {
        tribISSQN: String(service.tribISSQN),
        tpRetISSQN: String(withheld),
        ...(tellsRate ? { pAliq: decimal(town.pAliq).toFixed(2) } : {}),
      },
      ...(tribFed ? { tribFed } : {}),
      totTrib: isSimples
        ? { indTotTrib: '0' }
        : {
            pTotTrib: {
              pTotTribFed: rate(service.pTotTribFed),
              pTotTribEst: '0.00',
              pTotTribMun: rate(service.pTotTribMun),
            },
          },
    },
  }
}

const rate = (value: unknown): string => decimal(text(value) ?? '0').toFixed(2)

interface Withholding {
  readonly service: Row
  readonly vServ: Decimal
  readonly withholds: boolean
}

/** What a company keeps back of federal taxes: as the note says, else by the service's rates. PIS, COFINS and CSLL are one amount (NT 007/2026). */
function federalOf(note: Nfse, { service, vServ, withholds }: Withholding) {
  const kept = (said: string | null, pRet: unknown): string | undefined => {
    const amount = said === null ? percentOf(vServ, decimal(withholds ? (text(pRet) ?? '0') : '0')) : decimal(said)
    const isTold = said === null ? amount.gt(LEAST_WITHHELD) : amount.sign() > 0
    return isTold ? amount.toFixed(2) : undefined
  }
  const vRetCSLL = kept(note.vRetCSLL, service.pRetCSLL)
  const told = {
    ...optional({ vRetCP: kept(note.vRetCP, service.pRetCP), vRetIRRF: kept(note.vRetIRRF, service.pRetIRRF) }),
    ...(vRetCSLL === undefined ? {} : { piscofins: { CST: '01', tpRetPisCofins: '3' }, vRetCSLL }),
  }
  return Object.keys(told).length === 0 ? undefined : told
}

/** IBS and CBS, where the service says how they fall on it. */
function reformOf(service: Row, isPerson: boolean): Pick<Dps, 'IBSCBS'> {
  const cClassTrib = text(service.cClassTrib)
  if (cClassTrib === undefined) return {}
  return {
    IBSCBS: {
      finNFSe: '0',
      indFinal: isPerson ? '1' : '0',
      cIndOp: text(service.cIndOp) ?? '',
      indDest: '0',
      valores: { trib: { gIBSCBS: { CST: text(service.cstIBSCBS) ?? cClassTrib.slice(0, 3), cClassTrib } } },
    },
  }
}
