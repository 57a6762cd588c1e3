import type { ReactElement } from 'react'
import { caixaLancamentoFields } from '../../../core/fields/financeiro/caixa'
import { sum } from '../../../core/money/decimal'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { ReferenceField } from '../../ui/form/reference-field'
import { counted, formatMoney } from '../../ui/format'
import type { Values } from '../../ui/row'
import type { Call } from './accept'
import type { Line } from './shapes'

const entry = fieldsOf(caixaLancamentoFields)

export interface DialogProps {
  /** One line, or several of one sign. */
  readonly lines: readonly Line[]
  readonly onGo: (call: Call) => Promise<boolean>
  readonly onClose: () => void
}

export const totalOf = (lines: readonly Line[]) => sum(lines.map((one) => one.resta))
export const idsOf = (lines: readonly Line[]) => lines.map((one) => one.id)
/** Which lines a dialog is about. */
export const about = (lines: readonly Line[]): ReactElement => (
  <p className="hint match-about">
    {lines.length === 1 ? lines[0]?.memo : counted(lines.length, 'linha', 'linhas')} ·{' '}
    {formatMoney(totalOf(lines).toFixed(2))}
  </p>
)

const filled = (values: Values, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))

/** An entry of cash from lines. */
export function EntryDialog({ lines, onGo, onClose }: DialogProps): ReactElement {
  const go = (values: Values) =>
    onGo({
      verb: 'lanca',
      body: { linhas: idsOf(lines), ...filled(values, ['plano_conta_id', 'centro_resultado_id', 'descricao']) },
    })
  return (
    <AskDialog title="Lançar no caixa" action="Lançar" initial={{}} about={about(lines)} onGo={go} onClose={onClose}>
      <entry.ReferenceField
        name="plano_conta_id"
        resource="financeiro/plano_contas"
        minChars={0}
        required
        custom={{ raizes: totalOf(lines).sign() > 0 ? '4' : '3' }}
        span={12}
      />
      <entry.ReferenceField name="centro_resultado_id" resource="financeiro/centro_resultado" minChars={0} span={6} />
      <entry.Field name="descricao" span={6} />
    </AskDialog>
  )
}

/** A title that is missing, from a line. */
export function TitleDialog({ lines, onGo, onClose }: DialogProps): ReactElement {
  const isIn = totalOf(lines).sign() > 0
  const person = isIn ? 'cliente_id' : 'fornecedor_id'
  const go = (values: Values) =>
    onGo({
      verb: 'abreConta',
      body: { linhas: idsOf(lines), ...filled(values, [person, 'plano_conta_id', 'descricao']) },
    })
  return (
    <AskDialog
      title={isIn ? 'Abrir conta a receber' : 'Abrir conta a pagar'}
      action="Abrir e baixar"
      initial={{}}
      about={about(lines)}
      onGo={go}
      onClose={onClose}
    >
      <ReferenceField
        name={person}
        label={isIn ? 'Cliente' : 'Fornecedor'}
        resource={isIn ? 'cliente' : 'fornecedor'}
        required
        span={12}
      />
      <entry.ReferenceField name="plano_conta_id" resource="financeiro/plano_contas" minChars={0} span={6} />
      <entry.Field name="descricao" span={6} />
    </AskDialog>
  )
}

/** The other account of a transfer. */
export function TransferDialog({ lines, onGo, onClose }: DialogProps): ReactElement {
  const go = (values: Values) =>
    onGo({ verb: 'transfere', body: { linha_id: lines[0]?.id, banco_id: values.banco_id } })
  return (
    <AskDialog title="Transferência" action="Transferir" initial={{}} about={about(lines)} onGo={go} onClose={onClose}>
      <ReferenceField
        name="banco_id"
        label={totalOf(lines).sign() > 0 ? 'De' : 'Para'}
        resource="financeiro/banco"
        minChars={0}
        required
        where={{ ativo: true }}
        span={12}
      />
    </AskDialog>
  )
}

export const sumOf = (lines: readonly Line[]): string => totalOf(lines).toFixed(2)
