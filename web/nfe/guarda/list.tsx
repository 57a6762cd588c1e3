import { useState, type ReactElement } from 'react'
import { guardaFiscalFields } from '../../../core/fields/nfe/guarda'
import { needOf } from '../../app/access'
import { chosenCompany, post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { because } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { FormModel } from '../../ui/form/form-model'
import { counted, formatDateTime } from '../../ui/format'
import { isRecord, rowsOf, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { useLoaded } from '../../ui/use-loaded'
import { askedOf, download, lastMonth, monthText, RESOURCE, send, situation } from './file'
import { PeriodDialog } from './period'

const { Field, column } = fieldsOf(guardaFiscalFields)

const columns: readonly Column[] = [
  column('mes', { width: 100, card: 'title', render: monthText, text: monthText }),
  column('mod', { width: 90, card: 'sub' }),
  situation(),
  column('qNumeros', { width: 100 }),
  column('qAutorizadas', { width: 120 }),
  column('qCanceladas', { width: 120 }),
  column('qInutilizadas', { width: 120, hidden: true }),
  column('qEventos', { width: 100, hidden: true }),
  column('qRecebidas', { width: 110 }),
  column('qMdfe', { width: 90, hidden: true }),
  column('qNfse', { width: 90, hidden: true }),
  column('qGnre', { width: 110, hidden: true }),
  column('qFaltas', { width: 90 }),
  column('vNF', { width: 190, card: 'value' }),
  column('dhEnvio', { width: 150 }),
  column('para', { width: 220, hidden: true }),
  column('erro', { width: 260, hidden: true }),
]

const onlyOne = (count: number): string | undefined => (count === 1 ? undefined : 'Selecione um mês só.')

const ACTIONS: readonly TableAction[] = [
  {
    label: 'Baixar',
    icon: 'export',
    reason: (rows) => onlyOne(rows.length),
    run: ([row]) => {
      if (row !== undefined) download(askedOf(row))
    },
  },
  {
    label: 'Enviar à contabilidade',
    icon: 'send',
    right: 'guarda_fiscal',
    reason: (rows) => onlyOne(rows.length),
    run: async ([row]) => {
      if (row !== undefined) await send(row)
    },
  },
]

/** Asks which month is to be made, the last one unless told. */
function Make({ onClose }: { readonly onClose: () => void }): ReactElement {
  const go = async (values: Values, form: FormModel): Promise<boolean> => {
    try {
      await post(`${RESOURCE}/gera`, { ...values, empresa_id: chosenCompany.value ?? undefined })
      announce(RESOURCE)
      toast.info('O arquivo está sendo gerado.')
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível gerar', '', form)
      return false
    }
  }
  return (
    <AskDialog
      title="Gerar o arquivo do mês"
      action="Gerar"
      initial={{ mod: 55, mes: lastMonth() }}
      onGo={go}
      onClose={onClose}
    >
      <Field name="mod" required span={6} />
      <Field name="mes" required span={6} help="Qualquer dia do mês" />
    </AskDialog>
  )
}

/** When what is kept was last compared with its digests, and what came of it. */
function LastCheck(): ReactElement | null {
  const answer = useLoaded(
    'nfe/guarda_conferencia?orderBy=id&sortedBy=desc&perPage=1',
    'nfe/guarda_conferencia guarda_conferencia',
  )
  const [last] = isRecord(answer) ? rowsOf(answer.data) : []
  if (last === undefined) return null
  const faults = Number(last.qFaltas)
  return (
    <span className={faults > 0 ? 'hint hint-warn' : 'hint'}>
      {`Última conferência: ${formatDateTime(last.dhInicio)}, ${counted(Number(last.qDocumentos), 'documento', 'documentos')}, `}
      {faults === 0 ? 'nenhuma falha' : counted(faults, 'falha', 'falhas')}
    </span>
  )
}

/** Files for the accountant, month by month, and what became of every number. */
export function Guarda(): ReactElement {
  const [asking, setAsking] = useState<'make' | 'period' | null>(null)
  const missing = whyNot(needOf('guarda_fiscal', 'create')) ?? undefined
  const close = (): void => setAsking(null)
  return (
    <>
      <ResourceTable
        resource={RESOURCE}
        columns={columns}
        actions={ACTIONS}
        create={false}
        deletable={false}
        sort={{ field: 'mes', desc: true }}
        toolbar={
          <>
            <LastCheck />
            <Button onClick={() => setAsking('period')}>Conferir um período</Button>
            <Button kind="primary" {...because(missing)} onClick={() => setAsking('make')}>
              Gerar agora
            </Button>
          </>
        }
        empty={{
          text: 'Todo dia 1º, o arquivo do mês vai à contabilidade, se o cadastro da empresa disser (aba Fiscal). Ou gere agora.',
          to: { path: '/ui/cadastros/empresa', label: 'Abrir Empresas' },
        }}
      />
      {asking === 'make' ? <Make onClose={close} /> : null}
      {asking === 'period' ? <PeriodDialog onClose={close} /> : null}
    </>
  )
}
