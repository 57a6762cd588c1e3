import type { ReactElement } from 'react'
import { useKeys } from '../../app/keys'
import { Button } from '../button'
import { Menu, type MenuItem } from '../menu'
import { because, type DocumentVerbs } from './use-verbs'

/** The step that a document takes next. */
export interface NextStep {
  readonly action: string
  readonly label: string
  readonly start: () => void
}

export interface VerbBarProps {
  readonly verbs: DocumentVerbs
  readonly items: readonly MenuItem[]
  /** None where the document has come to its end. */
  readonly next: NextStep | undefined
}

/** What can be done with a document now: the next step as a button and with F10, the rest in a menu. What cannot says why. */
export function VerbBar({ verbs: { busy, reason }, items, next }: VerbBarProps): ReactElement {
  useKeys({ dispatch: () => (next === undefined ? false : next.start()) })
  return (
    <>
      <Menu label="Mais" icon="more" name="Mais ações" items={items} />
      {next === undefined ? null : (
        <Button hotkey="dispatch" busy={busy} {...because(reason(next.action))} onClick={next.start}>
          {next.label}
        </Button>
      )}
    </>
  )
}
