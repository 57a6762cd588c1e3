import { ufsIn } from '../../../core/fields/nfe/mdfe'
import { when, type Place, type Problem } from '../../../core/fiscal/issue/fault-words'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import { technicalIn } from '../../../core/fiscal/issue/technical'
import { checkManifest } from '../../../core/fiscal/mdfe/check'
import type { Manifest } from '../../../core/fiscal/mdfe/manifest'
import { cargoTotal, manifestXml } from '../../../core/fiscal/mdfe/manifest-xml'
import { shortestWay } from '../../../core/fiscal/mdfe/way'
import { taxIdName } from '../../../core/fiscal/services/write-xml'
import { CoreError } from '../../../core/errors'
import { decimal } from '../../../core/money/decimal'
import type { Ctx } from '../../platform/context'
import { addressOf } from '../nota/party'
import { optional, text } from '../nota/said'
import type { Mdfe } from './mdfe'
import { type Cargo, cargoOf, type CargoStop } from './route-source'

/** What is asked of a manifest beside its route. */
export type Wished = Pick<
  Mdfe,
  'empresa_id' | 'rota_id' | 'UFFim' | 'tpEmis' | 'infPercurso' | 'cUnid' | 'carrega_depois' | 'obs'
>

/** A manifest ready to be signed, and all that stands in its way. */
export interface Built {
  readonly cargo: Cargo
  readonly stops: readonly CargoStop[]
  readonly manifest: Manifest
  readonly problems: readonly Problem[]
}

interface Numbered {
  readonly serie: number
  readonly nMDF: number
  readonly cMDF: string
}

/** General cargo (tpCarga), and the layout's longest names. */
const GENERAL = '05'
const LONGEST_NAME = 60
const LONGEST_PRODUCT = 120

/** The manifest of what a route brings to one state, as it is now. All that stands in the way is told at once, by field and stop. */
export async function buildManifest(ctx: Ctx, wished: Wished, numbered: Numbered, known?: Cargo): Promise<Built> {
  const cargo = known ?? (await cargoOf(ctx, wished.empresa_id, wished.rota_id))
  const stops = cargo.stops.filter(({ UF }) => UF === wished.UFFim)
  const manifest = manifestOf(ctx, wished, { cargo, stops, numbered })
  const lacking = stopProblems(cargo, stops, wished)
  const rest = judged(cargo, manifest).filter(({ place }) => lacking.length === 0 || !isTold(place))
  return { cargo, stops, manifest, problems: [...lacking, ...ownerProblems(cargo), ...rest] }
}

/** What the stops themselves lack. */
function stopProblems(
  { company: { UF: UFIni } }: Cargo,
  stops: readonly CargoStop[],
  { carrega_depois, UFFim }: Wished,
): readonly Problem[] {
  if (stops.length === 0)
    return [{ message: `A rota não tem entregas em ${UFFim}.`, place: { resource: 'mdfe', field: 'UFFim' } }]
  if (carrega_depois)
    return when(UFIni !== UFFim, 'Só dentro da própria UF o MDF-e pode carregar depois.', {
      resource: 'mdfe',
      field: 'carrega_depois',
    })
  return stops.flatMap(({ id, venda_id, xNome, chNFe, peso, cMun }) => {
    const which = `Venda ${venda_id} (${xNome})`
    return [
      ...when(chNFe === null, `${which}: falta a NF-e autorizada.`, {
        resource: 'venda',
        field: 'geraNFe',
        id: venda_id,
      }),
      ...when(decimal(peso).sign() <= 0, `${which}: falta o peso.`, { resource: 'rota_venda', field: 'peso', id }),
      ...when(cMun === '', `${which}: falta o município da entrega.`, {
        resource: 'venda',
        field: 'endereco_id',
        id: venda_id,
      }),
    ]
  })
}

/** Whose a vehicle is has to be known. */
const ownerProblems = ({ owner }: Cargo): readonly Problem[] =>
  when(text(owner.CNPJ_CPF) === undefined, 'Informe o CNPJ ou CPF da transportadora dona do veículo.', {
    resource: 'transportadora',
    field: 'CNPJ_CPF',
    ...(typeof owner.id === 'number' ? { id: owner.id } : {}),
  })

/** What our check and the layout refuse, with the records where it is mended. What cannot be computed is a problem like any other. */
function judged(cargo: Cargo, manifest: Manifest): readonly Problem[] {
  try {
    const found = checkManifest(manifest, manifestXml(manifest))
    // That there is no driver is said of the route.
    const said = cargo.driver ? found : found.filter(({ place }) => place?.resource !== 'motorista')
    return said.map((problem) => (problem.place ? { ...problem, place: placed(cargo, problem.place) } : problem))
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    return [{ message: error.message }]
  }
}

/** Of the cargo as a whole nothing is said that its stops say one by one. */
const isTold = (place: Place | undefined): boolean =>
  place?.resource === 'mdfe' &&
  (place.field === 'infMunDescarga' || place.field === 'qCarga' || place.field === 'vCarga')

function placed({ rota, company, vehicle, owner, driver }: Cargo, place: Place): Place {
  const known: Readonly<Record<string, unknown>> = {
    rota: rota.id,
    empresa: company.id,
    veiculo: vehicle.id,
    transportadora: owner.id,
    motorista: driver?.id,
  }
  const id = known[place.resource]
  return typeof id === 'number' ? { ...place, id } : place
}

interface Parts {
  readonly cargo: Cargo
  readonly stops: readonly CargoStop[]
  readonly numbered: Numbered
}

function manifestOf(ctx: Ctx, wished: Wished, { cargo, stops, numbered }: Parts): Manifest {
  const { company, product, technical } = cargo
  const cUnid = wished.cUnid === 2 ? '02' : '01'
  const UFIni = text(company.UF) ?? ''
  const named = ufsIn(wished.infPercurso)
  const way = named.length > 0 ? named : shortestWay(UFIni, wished.UFFim)
  const infRespTec = technicalIn(technical)
  return {
    ide: {
      tpAmb: company.ambiente === 1 ? '1' : '2',
      tpEmit: '2',
      // Own cargo in another's vehicle says so by TAC alone (454, 458).
      ...(isOwn(cargo) ? {} : { tpTransp: '2' }),
      serie: String(numbered.serie),
      nMDF: String(numbered.nMDF),
      cMDF: numbered.cMDF,
      dhEmi: stateTime(ctx.clock.now(), UFIni),
      tpEmis: wished.tpEmis === 2 ? '2' : '1',
      UFIni,
      UFFim: wished.UFFim,
      infMunCarrega: [{ cMunCarrega: text(company.cMun) ?? '', xMunCarrega: text(company.xMun) ?? '' }],
      ...(way.length === 0 ? {} : { infPercurso: way.map((UFPer) => ({ UFPer })) }),
      ...(wished.carrega_depois ? { indCarregaPosterior: '1' as const } : {}),
    },
    emit: emitterOf(company),
    rodo: { veicTracao: vehicleOf(cargo) },
    infDoc: { infMunDescarga: wished.carrega_depois ? hereOf(company) : townsOf(stops) },
    ...(product === undefined
      ? {}
      : {
          prodPred: {
            tpCarga: GENERAL,
            xProd: (text(product.xProd) ?? '').slice(0, LONGEST_PRODUCT),
            ...optional({ NCM: product.NCM }),
          },
        }),
    tot: cargoTotal(
      (wished.carrega_depois ? [] : stops).map(({ vNF, peso }) => ({ vNF, pesoB: peso })),
      cUnid,
    ),
    ...(text(company.autXML) === undefined
      ? {}
      : { autXML: [{ [taxIdName(String(company.autXML))]: String(company.autXML) }] }),
    ...(text(wished.obs) === undefined ? {} : { infAdic: { infCpl: String(wished.obs) } }),
    ...(infRespTec === undefined ? {} : { infRespTec }),
  }
}

function emitterOf(company: Cargo['company']): Manifest['emit'] {
  const id = text(company.CNPJ_CPF) ?? ''
  return {
    [taxIdName(id)]: id,
    ...optional({ IE: company.IE }),
    xNome: (text(company.xNome) ?? '').slice(0, LONGEST_NAME),
    ...optional({ xFant: text(company.xFant)?.slice(0, LONGEST_NAME) }),
    enderEmit: addressOf(company),
  }
}

/** What loads later names its own town alone, and no notes (703, 706). */
const hereOf = ({ cMun, xMun }: Cargo['company']): Manifest['infDoc']['infMunDescarga'] => [
  { cMunDescarga: text(cMun) ?? '', xMunDescarga: text(xMun) ?? '' },
]

/** The towns in the order of the stops, each with the notes that are left there. */
const townsOf = (stops: readonly CargoStop[]): Manifest['infDoc']['infMunDescarga'] =>
  [...Map.groupBy(stops, ({ cMun }) => cMun)].map(([cMunDescarga, here]) => ({
    cMunDescarga,
    xMunDescarga: here[0]?.xMun ?? '',
    infNFe: here.flatMap(({ chNFe }) => (chNFe === null ? [] : [{ chNFe }])),
  }))

const ROOT = 8
/** Is the vehicle the issuer's own: of the same CNPJ up to its branch? */
const isOwn = ({ company, owner }: Cargo): boolean =>
  text(owner.CNPJ_CPF) === undefined || text(owner.CNPJ_CPF)?.slice(0, ROOT) === text(company.CNPJ_CPF)?.slice(0, ROOT)
const isPerson = ({ owner }: Cargo): boolean => text(owner.CNPJ_CPF)?.length === 11

const whole = (value: unknown): string | undefined =>
  text(value) === undefined ? undefined : decimal(String(value)).toFixed(0)

function vehicleOf(cargo: Cargo): Manifest['rodo']['veicTracao'] {
  const { vehicle, driver } = cargo
  return {
    cInt: text(vehicle.id),
    placa: text(vehicle.placa) ?? '',
    ...optional({ RENAVAM: vehicle.RENAVAM }),
    tara: whole(vehicle.tara) ?? '',
    ...optional({ capKG: whole(vehicle.capacidade_kg) }),
    ...(isOwn(cargo) ? {} : { prop: ownerOf(cargo) }),
    condutor:
      driver === undefined
        ? []
        : [{ xNome: (text(driver.xNome) ?? '').slice(0, LONGEST_NAME), CPF: text(driver.CNPJ_CPF) ?? '' }],
    tpRod: text(vehicle.tpRod) ?? '',
    tpCar: text(vehicle.tpCar) ?? '',
    UF: text(vehicle.UF),
  }
}

/** A lent vehicle names whose it is (tpProp 1: an independent carrier, 2 another). */
function ownerOf(cargo: Cargo): Manifest['rodo']['veicTracao']['prop'] {
  const { owner, vehicle } = cargo
  const id = text(owner.CNPJ_CPF) ?? ''
  return {
    [taxIdName(id)]: id,
    RNTRC: text(vehicle.RNTC) ?? '',
    xNome: (text(owner.xNome) ?? '').slice(0, LONGEST_NAME),
    ...optional({ IE: owner.IE, UF: owner.UF }),
    tpProp: isPerson(cargo) ? '1' : '2',
  }
}
