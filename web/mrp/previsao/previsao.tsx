import { useState, type ReactElement } from 'react'
import { previsaoFields } from '../../../core/fields/mrp/previsao'
import { fieldsOf } from '../../ui/fields-of'
import { addDays, addMonths, firstDayOfMonth } from '../../../core/br/civil-date'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { formatDate, formatQuantity, localToday } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { textOf, type Row } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'
import { AddProducts } from './add-products'
import { ForecastEditor } from './forecast-editor'
import style from './forecast.css' with { type: 'text' }
import type { GridItem } from './grid-state'
import { InfoDialog } from './info-dialog'
import { WipeGuard } from './wipe'

const { Field, column, defaults: initial } = fieldsOf(previsaoFields)

addStyle(style)

const RESOURCE = 'mrp/previsao'

const columns: readonly Column[] = [
  column('id', { label: 'Número', width: 90, card: 'sub' }),
  column('descricao', { card: 'title' }),
  column('periodo', { width: 110 }),
  column('dPrevisaoIni', { width: 120 }),
  column('dPrevisaoFim', { width: 120 }),
  column('dHistoricoIni', { width: 120, hidden: true }),
  column('dHistoricoFim', { width: 120, hidden: true }),
  column('growth_factor', {
    label: 'Fator',
    width: 80,
    filter: 'none',
    render: (row) => formatQuantity(row.growth_factor, 6),
    text: (row) => formatQuantity(row.growth_factor, 6),
  }),
  column('dhGeracao', {
    label: 'Situação',
    kind: 'chip',
    width: 140,
    sort: 'dhGeracao',
    filter: 'none',
    card: 'chip',
    chip: (row) =>
      textOf(row.dhGeracao) === ''
        ? { word: 'A gerar', hue: 'cinza', mark: 'half' }
        : { word: 'Gerada', hue: 'verde', mark: 'check' },
  }),
]

const Previsoes = (): ReactElement => (
  <ResourceTable resource={RESOURCE} columns={columns} sort={{ field: 'id', desc: true }} />
)

/** A new forecast looks a year ahead, from three whole years of history. */
function startValues(): Row {
  const month = firstDayOfMonth(localToday())
  return {
    id: 0,
    ...initial,
    dPrevisaoIni: month,
    dPrevisaoFim: addDays(addMonths(month, 12), -1),
    dHistoricoIni: addMonths(month, -36),
    dHistoricoFim: addDays(month, -1),
  }
}

function titleOf(row: Row): string {
  const name = textOf(row.descricao) || `Previsão ${row.id}`
  return `${name} · ${formatDate(row.dPrevisaoIni)} a ${formatDate(row.dPrevisaoFim)}`
}

function PrevisaoForm(modal: ModalProps): ReactElement {
  const [wipe] = useState(() => new WipeGuard())
  const [info, setInfo] = useState<GridItem | null>(null)
  const [adding, setAdding] = useState<Row | null>(null)
  const { id: _id, ...defaults } = startValues()
  return (
    <>
      <ResourceForm
        modal={modal}
        resource={RESOURCE}
        name="Previsão"
        stay
        title={titleOf}
        defaults={defaults}
        beforeSave={(form) => wipe.confirm(form)}
        shape={(values) => (wipe.accepted ? { ...values, confirma_limpeza: true } : values)}
      >
        <Field name="descricao" span={6} />
        <Field name="periodo" span={3} />
        <Field
          name="growth_factor"
          kind="number"
          decimals={6}
          required
          span={3}
          help="1,1 é 10 % a mais, onde nada foi alterado"
        />
        <Field name="dPrevisaoIni" span={3} />
        <Field name="dPrevisaoFim" span={3} />
        <Field name="dHistoricoIni" span={3} />
        <Field name="dHistoricoFim" span={3} />
        <ForecastEditor wipe={wipe} onInfo={setInfo} onAdd={setAdding} />
      </ResourceForm>
      {info === null ? null : <InfoDialog item={info} onClose={() => setInfo(null)} />}
      {adding === null ? null : <AddProducts previsao={adding} onClose={() => setAdding(null)} />}
    </>
  )
}

export const previsao = screen({
  path: '/ui/mrp/previsao',
  title: 'Previsões',
  area: 'Planejamento',
  right: 'previsao',
  component: Previsoes,
  modals: { 'edit/:previsao_id': { component: PrevisaoForm, size: 'xl' } },
})
