import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { IconButton } from '../button'
import { play, setSounds, soundsOn } from './sounds'

/** Turns the sounds of this device on, and lets them be heard, or off. */
export function SoundButton(): ReactElement {
  useSignals()
  const on = soundsOn.value
  const turn = (): void => {
    setSounds(!on)
    play('ok')
  }
  return (
    <IconButton
      icon={on ? 'bell' : 'mute'}
      label={on ? 'Desligar os sons' : 'Ligar os sons'}
      pressed={on}
      onClick={turn}
    />
  )
}
