import { useState, type ReactElement } from 'react'
import * as v from 'valibot'
import { pathOf } from '../../../core/access'
import { productStructure, type ProductStructure, recosted, type Recosted } from '../../../core/production/structure'
import { needOf } from '../../app/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { Go } from '../../app/go'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { counted, formatCost, formatQuantity, localToday } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { TakeDialog } from '../../ui/take-dialog'
import { useLoaded } from '../../ui/use-loaded'

type Item = ProductStructure['usado'][number] & { readonly vCusto?: number | null }

const RECOST = 'mercadoria/recalculaCusto'

interface StructureProps {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

/** What a product is made of at every level, what it comes to, and where it is used. */
export function StructureDialog({ id, name, onClose }: StructureProps): ReactElement {
  const [day, setDay] = useState(localToday())
  const answer = useLoaded(`mercadoria/${id}/estrutura?dia=${day}`, 'mercadoria')
  const [recosting, setRecosting] = useState<Recosted | null>(null)
  const found = answer === null ? null : v.parse(productStructure, answer)
  const ask = async (): Promise<void> => {
    try {
      setRecosting(v.parse(recosted, await post(RECOST)))
    } catch (error) {
      toast.error(error)
    }
  }
  const reason = whyNot(needOf('mercadoria', 'edit')) ?? ''
  return (
    <Dialog
      title={`Estrutura e custo · ${name}`}
      size="xl"
      onClose={onClose}
      footer={
        <>
          {found?.vTotal === null ? null : (
            <Button reason={reason} onClick={() => void ask()}>
              Recalcular custos
            </Button>
          )}
          <span className="spacer" />
          <Button onClick={onClose}>Voltar</Button>
        </>
      }
    >
      <div className="dialog-body" tabIndex={0} role="region" aria-label="Estrutura, custo e uso">
        {found === null ? null : (
          <div className="stack">
            <label className="field">
              Como é em
              <input
                className="input"
                type="date"
                value={day}
                onChange={({ target: { value } }) => setDay(value || localToday())}
              />
            </label>
            {found.vTotal === null ? null : (
              <dl className="facts">
                <dt>Material</dt>
                <dd>{formatCost(found.vMaterial)}</dd>
                <dt>Mão de obra</dt>
                <dd>{formatCost(found.vMaoObra)}</dd>
                <dt>Custo pela estrutura</dt>
                <dd>{formatCost(found.vTotal)}</dd>
                <dt>Custo no cadastro</dt>
                <dd>{formatCost(found.custo)}</dd>
              </dl>
            )}
            <Levels label="Composição em todos os níveis" rows={found.itens} empty="Este produto não tem composição." />
            <Levels label="Onde é usado" rows={found.usado} empty="Nenhum produto usa este." />
          </div>
        )}
      </div>
      {recosting === null ? null : <RecostDialog shown={recosting} onClose={() => setRecosting(null)} />}
    </Dialog>
  )
}

interface LevelsProps {
  readonly label: string
  readonly rows: readonly Item[]
  readonly empty: string
}

const DEEPER = '\u2003'

function Levels({ label, rows, empty }: LevelsProps): ReactElement {
  // A product may stand on several lines: what tells one from another is where it stands.
  const placed = rows.map((row, at) => ({ row, key: `${at}:${row.mercadoria_id}` }))
  const hasCosts = rows.some(({ vCusto }) => typeof vCusto === 'number')
  return (
    <section aria-label={label}>
      <h3 className="group-title">{label}</h3>
      {rows.length === 0 ? (
        <EmptyState text={empty} />
      ) : (
        <div className="scroll-x" tabIndex={0} role="region" aria-label={`${label}: linhas`}>
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">Nível</th>
                <th scope="col">Mercadoria</th>
                <th scope="col" className="end">
                  Para um
                </th>
                {hasCosts ? (
                  <th scope="col" className="end">
                    Custo
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {placed.map(({ row, key }) => (
                <tr key={key}>
                  <td>{row.nivel}</td>
                  <td>
                    {DEEPER.repeat(row.nivel - 1)}
                    <Go to={pathOf('mercadoria', row.mercadoria_id) ?? ''}>
                      {[row.codigo, row.xProd].filter(Boolean).join(' · ')}
                    </Go>
                  </td>
                  <td className="end">
                    {formatQuantity(row.qTrib, 6)} {row.un}
                  </td>
                  {hasCosts ? <td className="end">{formatCost(row.vCusto)}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface RecostProps {
  readonly shown: Recosted
  readonly onClose: () => void
}

/** Standard costs that would change, shown before they are taken. */
function RecostDialog({ shown, onClose }: RecostProps): ReactElement {
  const take = async (): Promise<boolean> => {
    try {
      await post(RECOST, { confirma: true, visto: shown.visto })
      announce('mercadoria')
      toast.success(`${counted(shown.total, 'custo recalculado', 'custos recalculados')}.`)
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível recalcular')
      return false
    }
  }
  return (
    <TakeDialog
      title="Custos que mudam"
      size="lg"
      action="Gravar os custos"
      label="Custos que mudam"
      changes={shown.total}
      onTake={take}
      onClose={onClose}
    >
      {shown.total === 0 ? <EmptyState text="O custo de todos já é o da estrutura." /> : <Changes shown={shown} />}
    </TakeDialog>
  )
}

function Changes({ shown: { total, data } }: Pick<RecostProps, 'shown'>): ReactElement {
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Mercadoria</th>
          <th scope="col" className="end">
            Custo no cadastro
          </th>
          <th scope="col" className="end">
            Custo pela estrutura
          </th>
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <tr key={row.id}>
            <td>{row.xProd}</td>
            <td className="end">{formatCost(row.de)}</td>
            <td className="end">{formatCost(row.para)}</td>
          </tr>
        ))}
        {total > data.length ? (
          <tr>
            <td colSpan={3}>E mais {total - data.length}.</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}
