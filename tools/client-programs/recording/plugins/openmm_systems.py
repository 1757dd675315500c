"""Forces, integrators, constraints and sites of OpenMM, each with what it can be told: openmm_program.py makes systems of them."""

import openmm as mm

COUNT = 24


def positions():
    return [mm.Vec3(0.3 * (k % 3), 0.3 * (k // 3 % 3), 0.3 * (k // 9)) for k in range(COUNT)]


def harmonic(s):
    f = mm.HarmonicBondForce()
    for k in range(COUNT - 1):
        f.addBond(k, k + 1, 0.3, 1000.0)
    s.addForce(f)


def angles(s):
    f = mm.HarmonicAngleForce()
    for k in range(COUNT - 2):
        f.addAngle(k, k + 1, k + 2, 1.9, 100.0)
    s.addForce(f)


def periodic_torsions(s):
    f = mm.PeriodicTorsionForce()
    for k in range(COUNT - 3):
        f.addTorsion(k, k + 1, k + 2, k + 3, 2, 0.5, 3.0)
    s.addForce(f)


def ryckaert(s):
    f = mm.RBTorsionForce()
    for k in range(COUNT - 3):
        f.addTorsion(k, k + 1, k + 2, k + 3, 1, 2, 3, 4, 5, 6)
    s.addForce(f)


def correction_maps(s):
    f = mm.CMAPTorsionForce()
    f.addMap(8, [0.1 * k for k in range(64)])
    f.addTorsion(0, 0, 1, 2, 3, 1, 2, 3, 4)
    s.addForce(f)


def nonbonded(method, switch=False, correction=True, exceptions=False, offsets=False):
    def build(s):
        f = mm.NonbondedForce()
        for k in range(COUNT):
            f.addParticle((-1) ** k * 0.5, 0.3, 0.5)
        f.setNonbondedMethod(method)
        f.setCutoffDistance(1.0)
        f.setUseSwitchingFunction(switch)
        f.setSwitchingDistance(0.8)
        f.setUseDispersionCorrection(correction)
        if exceptions:
            for k in range(0, COUNT - 1, 2):
                f.addException(k, k + 1, 0.1, 0.3, 0.2)
        if offsets:
            f.addGlobalParameter("lambda", 0.5)
            f.addParticleParameterOffset("lambda", 1, 0.1, 0.1, 0.1)
        s.addForce(f)

    return build


def custom_bond(expression, names=(), globals_=()):
    def build(s):
        f = mm.CustomBondForce(expression)
        for n in names:
            f.addPerBondParameter(n)
        for n in globals_:
            f.addGlobalParameter(n, 0.5)
            f.addEnergyParameterDerivative(n)
        for k in range(COUNT - 1):
            f.addBond(k, k + 1, [0.5] * len(names))
        s.addForce(f)

    return build


def custom_angle(expression, names=()):
    def build(s):
        f = mm.CustomAngleForce(expression)
        for n in names:
            f.addPerAngleParameter(n)
        for k in range(COUNT - 2):
            f.addAngle(k, k + 1, k + 2, [0.5] * len(names))
        s.addForce(f)

    return build


def custom_torsion(expression, names=()):
    def build(s):
        f = mm.CustomTorsionForce(expression)
        for n in names:
            f.addPerTorsionParameter(n)
        for k in range(COUNT - 3):
            f.addTorsion(k, k + 1, k + 2, k + 3, [0.5] * len(names))
        s.addForce(f)

    return build


def custom_external(expression, names=()):
    def build(s):
        f = mm.CustomExternalForce(expression)
        for n in names:
            f.addPerParticleParameter(n)
        for k in range(COUNT):
            f.addParticle(k, [0.5] * len(names))
        s.addForce(f)

    return build


def custom_compound(count, expression, tables=False):
    def build(s):
        f = mm.CustomCompoundBondForce(count, expression)
        f.addPerBondParameter("k")
        if tables:
            f.addTabulatedFunction("t", mm.Continuous1DFunction([0.1 * k for k in range(20)], 0, 10))
        for k in range(COUNT - count):
            f.addBond(list(range(k, k + count)), [0.7])
        s.addForce(f)

    return build


TABLES = {
    "one": lambda: mm.Continuous1DFunction([0.1 * k for k in range(20)], 0, 10),
    "two": lambda: mm.Continuous2DFunction(4, 5, [0.1 * k for k in range(20)], 0, 4, 0, 5),
    "three": lambda: mm.Continuous3DFunction(3, 3, 3, [0.1 * k for k in range(27)], 0, 4, 0, 5, 0, 6),
    "d1": lambda: mm.Discrete1DFunction([0.1 * k for k in range(20)]),
    "d2": lambda: mm.Discrete2DFunction(4, 5, [0.1 * k for k in range(20)]),
    "d3": lambda: mm.Discrete3DFunction(3, 3, 3, [0.1 * k for k in range(27)]),
}


def custom_nonbonded(expression, names=(), method=1, tables=(), groups=False, globals_=(), computed=()):
    def build(s):
        f = mm.CustomNonbondedForce(expression)
        for n in names:
            f.addPerParticleParameter(n)
        for n in globals_:
            f.addGlobalParameter(n, 0.5)
            f.addEnergyParameterDerivative(n)
        for n, e in computed:
            f.addComputedValue(n, e)
        for t in tables:
            f.addTabulatedFunction(t, TABLES[t]())
        for k in range(COUNT):
            f.addParticle([0.5] * len(names))
        f.setNonbondedMethod(method)
        f.setCutoffDistance(1.0)
        if groups:
            f.addInteractionGroup(range(0, 8), range(8, COUNT))
        s.addForce(f)

    return build


def custom_gb(method):
    def build(s):
        f = mm.CustomGBForce()
        f.addPerParticleParameter("q")
        f.addPerParticleParameter("radius")
        f.addPerParticleParameter("scale")
        f.addGlobalParameter("solventDielectric", 78.5)
        f.addGlobalParameter("soluteDielectric", 1.0)
        f.addComputedValue("I", "step(r+sr2-or1)*0.5*(1/L-1/U+0.25*(r-sr2^2/r)*(1/(U^2)-1/(L^2))+0.5*log(L/U)/r+C);U=r+sr2;C=2*(1/or1-1/L)*step(sr2-r-or1);L=max(or1, D);D=abs(r-sr2);sr2 = scale2*or2;or1 = radius1-0.009; or2 = radius2-0.009", mm.CustomGBForce.ParticlePairNoExclusions)
        f.addComputedValue("B", "1/(1/or-tanh(1*psi-0.8*psi^2+4.85*psi^3)/radius);psi=I*or; or=radius-0.009", mm.CustomGBForce.SingleParticle)
        f.addEnergyTerm("28.3919551*(radius+0.14)^2*(radius/B)^6-0.5*138.935456*(1/soluteDielectric-1/solventDielectric)*q^2/B", mm.CustomGBForce.SingleParticle)
        f.addEnergyTerm("-138.935456*(1/soluteDielectric-1/solventDielectric)*q1*q2/f;f=sqrt(r^2+B1*B2*exp(-r^2/(4*B1*B2)))", mm.CustomGBForce.ParticlePair)
        for k in range(COUNT):
            f.addParticle([(-1) ** k * 0.5, 0.15, 0.8])
        f.setNonbondedMethod(method)
        s.addForce(f)

    return build


def born(method):
    def build(s):
        f = mm.GBSAOBCForce()
        for k in range(COUNT):
            f.addParticle((-1) ** k * 0.5, 0.15, 0.8)
        f.setNonbondedMethod(method)
        s.addForce(f)
        nonbonded(method)(s)

    return build


def gay_berne(s):
    f = mm.GayBerneForce()
    for k in range(COUNT):
        f.addParticle(0.3, 0.5, (k + 1) % COUNT, (k + 2) % COUNT, 0.2, 0.3, 0.4, 1.0, 1.2, 1.3)
    s.addForce(f)


def hydrogen_bonds(s):
    f = mm.CustomHbondForce("k*(distance(d1,a1)-0.3)^2*(angle(a1,d1,d2)-2.0)^2")
    f.addPerDonorParameter("k")
    for k in range(0, 9, 3):
        f.addDonor(k, k + 1, k + 2, [1.0])
        f.addAcceptor(k + 9, k + 10, k + 11)
    s.addForce(f)


def many_particles(kind):
    def build(s):
        f = mm.CustomManyParticleForce(3, "C*(1+3*cos(theta1)*cos(theta2)*cos(theta3))/(r12*r13*r23)^3;theta1=angle(p1,p2,p3);theta2=angle(p2,p3,p1);theta3=angle(p3,p1,p2);r12=distance(p1,p2);r13=distance(p1,p3);r23=distance(p2,p3)")
        f.addGlobalParameter("C", 1.0)
        for _ in range(COUNT):
            f.addParticle([], 0)
        f.setNonbondedMethod(kind)
        s.addForce(f)

    return build


def centroids(s):
    f = mm.CustomCentroidBondForce(2, "0.5*k*distance(g1,g2)^2")
    f.addPerBondParameter("k")
    f.addGroup(range(0, 8))
    f.addGroup(range(8, 16))
    f.addBond([0, 1], [1.0])
    s.addForce(f)


def collective(s):
    f = mm.CustomCVForce("a*x+x^2")
    f.addGlobalParameter("a", 0.5)
    inner = mm.HarmonicBondForce()
    inner.addBond(0, 1, 0.3, 10.0)
    f.addCollectiveVariable("x", inner)
    s.addForce(f)


def deviation(s):
    s.addForce(mm.RMSDForce(positions(), list(range(12))))


def volume(s):
    s.addForce(mm.CustomVolumeForce("0.1*v"))


def alchemical(s):
    f = mm.ATMForce(0.5, 0.5, 0, 0, 0, 100, 50, 0.06, 1)
    for _ in range(COUNT):
        f.addParticle(mm.Vec3(0.1, 0, 0))
    inner = mm.HarmonicBondForce()
    inner.addBond(0, 1, 0.3, 10.0)
    f.addForce(inner)
    s.addForce(f)


def thermostat(s):
    harmonic(s)
    s.addForce(mm.AndersenThermostat(300, 1.0))
    s.addForce(mm.CMMotionRemover(1))


def barostat(make):
    def build(s):
        nonbonded(2)(s)
        s.addForce(make())

    return build


def constraints(s):
    for k in range(0, COUNT - 2, 3):
        s.addConstraint(k, k + 1, 0.1)
        s.addConstraint(k, k + 2, 0.1)
        s.addConstraint(k + 1, k + 2, 0.15)
    harmonic(s)


def chained_constraints(s):
    for k in range(COUNT - 1):
        s.addConstraint(k, k + 1, 0.3)


def virtual_sites(s):
    for k in range(3, COUNT, 6):
        s.setParticleMass(k, 0)
    kinds = [
        lambda: mm.TwoParticleAverageSite(0, 1, 0.4, 0.6),
        lambda: mm.ThreeParticleAverageSite(0, 1, 2, 0.3, 0.3, 0.4),
        lambda: mm.OutOfPlaneSite(0, 1, 2, 0.3, 0.3, 0.4),
        lambda: mm.LocalCoordinatesSite([0, 1, 2], [1, 0, 0], [-1, 1, 0], [-1, 0, 1], mm.Vec3(0.1, 0, 0)),
    ]
    for k, site in zip(range(3, COUNT, 6), kinds):
        s.setVirtualSite(k, site())
    harmonic(s)


def custom_integrator(kind):
    i = mm.CustomIntegrator(0.001)
    i.addGlobalVariable("a", 1.0)
    i.addPerDofVariable("old", 0)
    i.addUpdateContextState()
    if kind == "verlet":
        i.addComputePerDof("v", "v+0.5*dt*f/m")
        i.addComputePerDof("x", "x+dt*v")
        i.addComputePerDof("v", "v+0.5*dt*f/m")
    elif kind == "constrained":
        i.addPerDofVariable("x1", 0)
        i.addComputePerDof("v", "v+0.5*dt*f/m")
        i.addComputePerDof("x", "x+dt*v")
        i.addComputePerDof("x1", "x")
        i.addConstrainPositions()
        i.addComputePerDof("v", "v+0.5*dt*f/m+(x-x1)/dt")
        i.addConstrainVelocities()
    elif kind == "random":
        i.addComputePerDof("v", "a*v+sqrt(1-a*a)*gaussian+uniform")
        i.addComputeSum("a", "m*v*v")
        i.addComputeGlobal("a", "a+energy")
    elif kind == "blocks":
        i.beginIfBlock("a > 0")
        i.addComputePerDof("old", "x")
        i.endBlock()
        i.addComputePerDof("x", "select(step(x), vector(_x(old), _y(old), 1), cross(x, v))")
    return i


FORCES = {
    "harmonic": harmonic, "angles": angles, "torsions": periodic_torsions, "ryckaert": ryckaert, "maps": correction_maps,
    **{f"nonbonded-{m}": nonbonded(m) for m in range(6)},
    **{f"nonbonded-{m}-switch": nonbonded(m, switch=True, exceptions=True, offsets=True) for m in range(6)},
    "bond-1": custom_bond("k*(r-r0)^2", ["k", "r0"]), "bond-2": custom_bond("scale*exp(-r)*sin(r)", [], ["scale"]),
    "bond-3": custom_bond("select(r-1, log(r), atan2(r, 2))+floor(r)+erf(r)+erfc(r)", []),
    "angle": custom_angle("k*(theta-theta0)^4", ["k", "theta0"]), "angle-2": custom_angle("cos(theta)^3+sqrt(theta)"),
    "torsion": custom_torsion("k*min(dtheta, 2*pi-dtheta)^2; dtheta=abs(theta-theta0); pi=3.14159", ["k", "theta0"]),
    "external": custom_external("k*((x-x0)^2+y^2+z^4)", ["k", "x0"]), "external-2": custom_external("periodicdistance(x,y,z,0,0,0)^2"),
    "compound-2": custom_compound(2, "k*distance(p1,p2)^2"), "compound-3": custom_compound(3, "k*angle(p1,p2,p3)^2+x1*y2"),
    "compound-4": custom_compound(4, "k*dihedral(p1,p2,p3,p4)*pointdistance(x1,y1,z1,x2,y2,z2)"),
    "compound-table": custom_compound(2, "k*t(distance(p1,p2))", True),
    **{f"pairs-{m}": custom_nonbonded("4*epsilon*((sigma/r)^12-(sigma/r)^6); sigma=0.5*(sigma1+sigma2); epsilon=sqrt(epsilon1*epsilon2)", ["sigma", "epsilon"], m) for m in range(3)},
    "pairs-groups": custom_nonbonded("q1*q2/r", ["q"], 1, groups=True), "pairs-derivative": custom_nonbonded("lambda*q1*q2/(r+lambda)", ["q"], 1, globals_=["lambda"]),
    "pairs-computed": custom_nonbonded("c1*c2/r", ["q"], 1, computed=[("c", "q^2")]),
    "pairs-one": custom_nonbonded("one(r)", [], 1, ["one"]), "pairs-two": custom_nonbonded("two(r,q1)", ["q"], 1, ["two"]),
    "pairs-three": custom_nonbonded("three(r,q1,q2)", ["q"], 1, ["three"]), "pairs-d1": custom_nonbonded("d1(q1)/r", ["q"], 1, ["d1"]),
    "pairs-d2": custom_nonbonded("d2(q1,q2)/r", ["q"], 1, ["d2"]), "pairs-d3": custom_nonbonded("d3(q1,q2,1)/r", ["q"], 1, ["d3"]),
    **{f"gb-{m}": custom_gb(m) for m in range(3)}, **{f"born-{m}": born(m) for m in range(3)},
    "gay-berne": gay_berne, "hbonds": hydrogen_bonds, "many-0": many_particles(0), "many-1": many_particles(1), "many-2": many_particles(2),
    "centroids": centroids, "collective": collective, "deviation": deviation, "volume": volume, "alchemical": alchemical,
    "thermostat": thermostat, "constraints": constraints, "chained": chained_constraints, "sites": virtual_sites,
    "barostat": barostat(lambda: mm.MonteCarloBarostat(1.0, 300, 1)),
    "barostat-aniso": barostat(lambda: mm.MonteCarloAnisotropicBarostat(mm.Vec3(1, 1, 1), 300, True, True, True, 1)),
    "barostat-membrane": barostat(lambda: mm.MonteCarloMembraneBarostat(1.0, 1.0, 300, 0, 0, 1)),
    "barostat-flexible": barostat(lambda: mm.MonteCarloFlexibleBarostat(1.0, 300, 1)),
}  # fmt: skip
INTEGRATORS = {
    "verlet": lambda: mm.VerletIntegrator(0.001), "langevin": lambda: mm.LangevinIntegrator(300, 1, 0.001),
    "middle": lambda: mm.LangevinMiddleIntegrator(300, 1, 0.001), "brownian": lambda: mm.BrownianIntegrator(300, 1, 0.001),
    "variable-verlet": lambda: mm.VariableVerletIntegrator(0.001), "variable-langevin": lambda: mm.VariableLangevinIntegrator(300, 1, 0.001),
    "nose-hoover": lambda: mm.NoseHooverIntegrator(300, 1, 0.001), "dpd": lambda: mm.DPDIntegrator(300, 1, 1, 0.001),
    "custom-verlet": lambda: custom_integrator("verlet"), "custom-constrained": lambda: custom_integrator("constrained"),
    "custom-random": lambda: custom_integrator("random"), "custom-blocks": lambda: custom_integrator("blocks"),
    "multiple": lambda: mm.MTSIntegrator(0.001, [(0, 2)]), "multiple-langevin": lambda: mm.MTSLangevinIntegrator(300, 1, 0.001, [(0, 2)]),
    "accelerated": lambda: mm.amd.AMDIntegrator(0.001, 10, 0),
}  # fmt: skip
