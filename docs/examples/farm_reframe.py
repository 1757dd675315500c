"""The farm as a check of ReFrame, for sites that watch everything there.

    reframe -c farm_reframe.py -S plan=/shared/nightly.plan -S root=/shared/farm -S options='--partition gpu --gres gpu:1' -r

One check is one plan. It runs on the login node and starts the farm's own array: ReFrame's jobs cannot be taken up again after a
crash, the farm's can, so a second run of this check does what the first has not. Green is what `farm collect` calls green.
"""

import shlex

import reframe as rfm
import reframe.utility.sanity as sn


@rfm.simple_test
class farm_plan(rfm.RunOnlyRegressionTest):
    descr = 'every job of a plan has its results, and none is wrong'
    valid_systems = ['*']
    valid_prog_environs = ['*']
    # The farm submits; this only waits.
    local = True

    #: The program, if it is not in the search path.
    farm = variable(str, value='farm')
    #: What `farm plan` has written.
    plan = variable(str)
    #: The folder that all nodes see.
    root = variable(str)
    #: For `farm submit`: partition, GPUs, account and so on.
    options = variable(str, value='')

    @run_before('run')
    def call_the_farm(self):
        plan, root = shlex.quote(self.plan), shlex.quote(self.root)
        farm = shlex.quote(self.farm)
        self.executable = (
            f'{farm} submit {plan} --root {root} {self.options}'
            f' && {farm} watch {plan} --root {root}'
            f' && {farm} collect {plan} --root {root}'
        )

    @sanity_function
    def is_green(self):
        return sn.assert_eq(self.job.exitcode, 0, 'not green: the farm ended with {0}, and says why above')
