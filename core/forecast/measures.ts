import { CoreError } from '../errors'

export interface Measured {
  readonly train: readonly number[]
  readonly actual: readonly number[]
  readonly forecast: readonly number[]
  /** Periods of a cycle, for the scale of MASE. */
  readonly m: number
}

export interface Measures {
  /** Mean of 200|f−a|/(|a|+|f|), 0/0 as 0. */
  readonly sMAPE: number
  /** Mean absolute error over that of the seasonal naive in the training part; null when that is 0. */
  readonly MASE: number | null
  /** Root of mean squared error over that of the naive in the training part; null when that is 0. */
  readonly RMSSE: number | null
  /** 100 Σ|e| / Σ a; null when nothing was sold. */
  readonly WAPE: number | null
  /** Mean of forecast − actual: above zero is too much. */
  readonly bias: number
}

/** Accuracy of a forecast. Throws `invalid_input` when lengths do not match or there is nothing to measure. */
export function measure({ train, actual, forecast, m }: Measured): Measures {
  const n = actual.length
  if (n === 0 || forecast.length !== n || train.length === 0 || !Number.isInteger(m) || m < 1) {
    throw new CoreError(
      'invalid_input',
      'Informe o histórico, o realizado e uma previsão do mesmo tamanho, e m a partir de 1.',
    )
  }
  let symmetric = 0
  let absolute = 0
  let squared = 0
  let signed = 0
  let sold = 0
  actual.forEach((value, at) => {
    const guess = forecast[at] ?? 0
    const error = guess - value
    const size = Math.abs(value) + Math.abs(guess)
    symmetric += size === 0 ? 0 : (200 * Math.abs(error)) / size
    absolute += Math.abs(error)
    squared += error * error
    signed += error
    sold += value
  })
  const seasonal = naiveError(train, m, 1)
  const step = naiveError(train, 1, 2)
  return {
    sMAPE: symmetric / n,
    MASE: seasonal > 0 ? absolute / n / seasonal : null,
    RMSSE: step > 0 ? Math.sqrt(squared / n / step) : null,
    WAPE: sold === 0 ? null : (100 * absolute) / sold,
    bias: signed / n,
  }
}

function naiveError(train: readonly number[], lag: number, power: 1 | 2): number {
  let sum = 0
  for (let at = lag; at < train.length; at++) sum += Math.abs((train[at] ?? 0) - (train[at - lag] ?? 0)) ** power
  return train.length > lag ? sum / (train.length - lag) : 0
}
