import * as v from 'valibot'
import { action } from '../../platform/action'
import { Download } from '../../platform/download'
import {
  type Cell,
  numberFormat,
  quantityFormat,
  type Sheet,
  type SheetColumn,
  workbook,
} from '../../platform/export/sheet'
import { planViews, type PlanView, type RouteView, type StopView } from './plan-view'
import { roteirizacao } from './roteirizacao'

/** A column of a sheet, and its cell of a row. */
interface Told<T> extends SheetColumn {
  readonly cell: (row: T) => Cell
}

const KM = numberFormat(1)
const KG = quantityFormat(3)
const WHOLE = '0'

const words = <T>(label: string, width: number, cell: (row: T) => string): Told<T> => ({ label, width, cell })
const number = <T>(label: string, format: string, cell: (row: T) => number): Told<T> => ({
  label,
  format,
  width: Math.max(9, label.length + 2),
  cell,
})

function sheet<T>(name: string, columns: readonly Told<T>[], rows: readonly T[]): Sheet {
  return { name, columns, rows: rows.map((row) => columns.map(({ cell }) => cell(row))) }
}

const ROUTES: readonly Told<RouteView>[] = [
  words('Veículo', 11, (route) => route.vehicle),
  words('Transportadora', 30, (route) => route.carrier),
  words('Sai às', 9, (route) => route.leaves),
  words('Volta às', 10, (route) => route.returns),
  number('Paradas', WHOLE, (route) => route.stops.length),
  number('Distância (km)', KM, (route) => route.km),
  number('Viagem (min)', WHOLE, (route) => route.travelMinutes),
  number('Espera (min)', WHOLE, (route) => route.waitMinutes),
  number('Volumes', WHOLE, (route) => route.volumes),
  number('Peso (kg)', KG, (route) => route.kg),
  words('Atenção', 30, (route) => route.broken),
]

interface Placed {
  readonly route: RouteView
  readonly stop: StopView
}

const STOPS: readonly Told<Placed>[] = [
  words('Veículo', 11, ({ route }) => route.vehicle),
  number('Parada', WHOLE, ({ stop }) => stop.number),
  words('Chega às', 10, ({ stop }) => stop.arrival),
  number('Espera (min)', WHOLE, ({ stop }) => stop.waitMinutes),
  number('Parado (min)', WHOLE, ({ stop }) => stop.serviceMinutes),
  number('Distância (km)', KM, ({ stop }) => stop.km),
  number('Venda', WHOLE, ({ stop }) => stop.venda_id),
  words('Cliente', 34, ({ stop }) => stop.customer),
  words('Endereço', 46, ({ stop }) => stop.address),
  words('Bairro', 20, ({ stop }) => stop.district),
  words('Município', 22, ({ stop }) => stop.city),
  words('Recebe', 16, ({ stop }) => stop.windows),
  words('Pede', 20, ({ stop }) => stop.needs),
  number('Volumes', WHOLE, ({ stop }) => stop.volumes),
  number('Peso (kg)', KG, ({ stop }) => stop.kg),
  number('A bordo (volumes)', WHOLE, ({ stop }) => stop.loadVolumes),
  number('A bordo (kg)', KG, ({ stop }) => stop.loadKg),
  words('Atenção', 30, ({ stop }) => stop.broken),
]

type Outside = PlanView['outside'][number]

const OUTSIDE: readonly Told<Outside>[] = [
  number('Venda', WHOLE, (one) => one.venda_id),
  words('Cliente', 34, (one) => one.customer),
  words('Endereço', 46, (one) => one.address),
  words('Bairro', 20, (one) => one.district),
  words('Município', 22, (one) => one.city),
  words('Recebe', 16, (one) => one.windows),
  words('Pede', 20, (one) => one.needs),
  number('Volumes', WHOLE, (one) => one.volumes),
  number('Peso (kg)', KG, (one) => one.kg),
  words('Por quê', 46, (one) => one.why),
]

/** A plan as a workbook (E3-006): its routes, their stops, and what is in no route with why. */
export const exportPlan = action(roteirizacao, 'export', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Exporta a roteirização para planilha: rotas, paradas e o que ficou fora.',
  input: v.object({ format: v.optional(v.picklist(['xlsx'], 'Use xlsx.'), 'xlsx') }),
  answer: 'Arquivo XLSX',
  run: async ({ ctx, record }) => {
    const viewOf = await planViews(ctx, [record.id])
    const { routes, outside } = viewOf(record.id)
    const placed = routes.flatMap((route) => route.stops.map((stop) => ({ route, stop })))
    const bytes = await workbook([
      sheet('Rotas', ROUTES, routes),
      sheet('Paradas', STOPS, placed),
      sheet('Fora das rotas', OUTSIDE, outside),
    ])
    return new Download(`roteirizacao-${record.id}`, 'xlsx', bytes)
  },
})
