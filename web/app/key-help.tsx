import type { ReactElement } from 'react'
import { Kbd } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { KEYMAP, KEY_NAMES } from './keys'
import { leads } from './places'
import type { ScreenDefinition } from './registry'

interface KeyHelpProps {
  /** The screens that the person may open: keys of others are not told. */
  readonly screens: readonly ScreenDefinition[]
  readonly onClose: () => void
}

/** Every key, by group. */
export function KeyHelp({ screens, onClose }: KeyHelpProps): ReactElement {
  const names = KEY_NAMES.filter((name) => leads(screens, name))
  const groups = Map.groupBy(names, (name) => KEYMAP[name].group)
  return (
    <Dialog title="Teclas" size="lg" onClose={onClose}>
      <div className="dialog-body key-help" tabIndex={0} role="region" aria-label="Teclas">
        {[...groups].map(([group, names]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {names.map((name) => (
                <div key={name}>
                  <dt>
                    {KEYMAP[name].keys.map((key) => (
                      <Kbd key={key}>{key.replace('Arrow', '').replace('Delete', 'Del')}</Kbd>
                    ))}
                  </dt>
                  <dd>{KEYMAP[name].label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
